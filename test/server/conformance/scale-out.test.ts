import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import type { Case } from '../../../conformance/case.ts';
import type { Host } from '../../../conformance/host.ts';
import { noSuchResponse } from '../../../conformance/results.ts';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { longProofMs } from '../../support/rounds.ts';
import { casesForSecondDatabase } from '../../support/sampled-cases.ts';
import { newUser, postgresDatabase, type TestDatabase } from './hosts.ts';

function inTurn(transports: readonly Transport[]): Transport {
  let next = 0;
  return (request, options) => transports[next++ % transports.length]!(request, options);
}

/**
 * Runs the cases. Returns the results that are neither `passed` nor `reported`, except those about responses that no
 * case in the sample gets. The runs may have to wait, because clients without a token share a rate window per address.
 */
async function notPassed(host: Host, cases: readonly Case[]): Promise<object[]> {
  const { results, undeleted } = await runCatalogue(host, { cases, waitBudget: { seconds: 180 } });
  expect(results.length).toBeGreaterThan(cases.length);
  expect(undeleted).toEqual([]);
  return results.filter(
    ({ status, message }) => status !== 'passed' && status !== 'reported' && message !== noSuchResponse,
  );
}

describe('two server processes on one PostgreSQL', () => {
  let database: TestDatabase;
  let servers: RunningServer[];
  const start = () => startServer({ env: database.env, args: ['--log-level', 'warn'] });

  beforeAll(async () => {
    database = await postgresDatabase();
    servers = [await start(), await start()];
  });

  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
    await database?.drop();
  });

  // A small sample is enough: http.test.ts runs more cases over HTTP, on one server.
  it('pass the conformance suite at the same time, each with its own user', { timeout: longProofMs }, async () => {
    const hosts = [await newUser(servers[0]!, database, 'anna'), await newUser(servers[1]!, database, 'ben')];
    expect(await Promise.all(hosts.map((host) => notPassed(host, casesForSecondDatabase(host.name))))).toEqual([
      [],
      [],
    ]);
  });

  it('pass the conformance suite if one user’s requests alternate between them', { timeout: longProofMs }, async () => {
    const host = await newUser(servers[0]!, database, 'clara');
    const transport = inTurn(servers.map(({ url }) => fetchTransport(url)));
    const cases = casesForSecondDatabase(`${host.name} in turn`);
    expect(await notPassed({ ...host, transport }, cases)).toEqual([]);
  });
});
