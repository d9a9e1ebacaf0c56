import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { casesForEntry } from '../../support/sampled-cases.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { databases, newUser, type TestDatabase } from './hosts.ts';

/**
 * `npm test` uses one of the databases; which one depends on the day. The in-process tests run all cases over
 * PostgreSQL, and in `npm run test:all` also over PGlite.
 */
describe.each(ofTheDay(databases))('v1 over HTTP on %s', (name, make, pgvector) => {
  let database: TestDatabase;
  let server: RunningServer;
  let host: Host;

  beforeAll(async () => {
    database = await make();
    server = await startServer({ env: database.env, args: ['--log-level', 'warn'] });
    host = await newUser(server, database, 'anna');
  });

  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  it('has pgvector if and only if expected', async () => {
    expect(await database.hasPgvector()).toBe(pgvector);
  });

  it.each(casesForEntry(name).map((testCase) => [testCase.name, testCase] as const))('%s', (_name, testCase) =>
    runCase(host, testCase),
  );
});
