import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { obtainSchemathesis } from '../../../scripts/fuzz/obtain.ts';
import { fuzz } from '../../../scripts/fuzz/schemathesis.ts';
import { operationNames, type OperationName } from '../../../src/v1/operations.ts';
import { openApiDocument } from '../../../src/v1/openapi.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { addExamples, fuzzProxy, type OpenApi } from './fuzz-proxy.ts';
import { newUser, postgresDatabase, type TestDatabase } from './hosts.ts';
import { longProofMs, ofTheDay, sized } from '../../support/rounds.ts';

const examples = sized(15, 2);
/** `npm test` tries every sixth operation, different ones each day. */
const tried = ofTheDay(operationNames, 6);

/** Returns the folder where schemathesis is installed. If it can't be installed, skips the test and says why. */
function schemathesis({ skip }: TestContext): string {
  try {
    return obtainSchemathesis(console.error);
  } catch (reason) {
    return skip(reason instanceof Error ? reason.message : String(reason));
  }
}

describe('the served OpenAPI document', () => {
  let database: TestDatabase;
  let server: RunningServer;

  beforeAll(async () => {
    database = await postgresDatabase();
    server = await startServer({ env: database.env, args: ['--log-level', 'warn'] });
  });

  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  it(
    'describes every response that schemathesis gets, and each operation succeeds at least once',
    { timeout: longProofMs },
    async (context) => {
      const folder = schemathesis(context);
      const host = await newUser(server, database, 'fuzz');
      const { origin } = new URL(server.url);
      const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi;
      await addExamples(document, host, tried);
      const proxy = await fuzzProxy(origin, document);
      context.onTestFinished(() => proxy.close());
      const { good, output } = await fuzz(folder, {
        document: `${proxy.origin}/openapi.json`,
        url: `${proxy.origin}/v1`,
        token: host.token,
        examples,
        seed: 1,
        operations: tried,
      });
      expect(good, output).toBe(true);
      expect(output).toContain(`Tested: ${tried.length}\n`);
      const hasSucceeded = (name: OperationName) =>
        [...(proxy.statuses.get(name) ?? [])].some((status) => status < 300);
      expect(tried.filter((name) => !hasSucceeded(name))).toEqual([]);
    },
  );
});

async function serveFixedResponse(status: number, body: string): Promise<Server> {
  const headers = {
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': '1',
    'X-RateLimit-Remaining': '1',
    'X-RateLimit-Reset': '1',
    'Memory-Extensions': 'v=1',
  };
  const server = createServer(({ url }, response) => {
    const isDocument = url === '/openapi.json';
    response.writeHead(isDocument ? 200 : status, headers).end(isDocument ? JSON.stringify(openApiDocument()) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const wrongs: [what: string, status: number, body: string, finding: string][] = [
  ['a 5xx', 500, '{"error":{"code":"internal","message":"x"}}', 'Server error'],
  ['a status that is not documented', 418, '{"error":{"code":"internal","message":"x"}}', 'Undocumented status code'],
  ['a shape that is not documented', 200, '{"memories":[{"id":7}],"nextCursor":null}', 'Response violates schema'],
];

describe('schemathesis', () => {
  it.for(ofTheDay(wrongs))('finds %s', { timeout: longProofMs }, async ([, status, body, finding], context) => {
    const folder = schemathesis(context);
    const wrong = await serveFixedResponse(status, body);
    const origin = `http://127.0.0.1:${(wrong.address() as AddressInfo).port}`;
    const { good, output } = await fuzz(folder, {
      document: `${origin}/openapi.json`,
      url: `${origin}/v1`,
      token: 'x',
      examples: 1,
      seed: 1,
      operations: ['listMemories'],
    });
    wrong.closeAllConnections();
    wrong.close();
    expect(good).toBe(false);
    expect(output).toContain(finding);
  });
});
