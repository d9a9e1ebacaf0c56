import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { casesForEntry } from '../../support/sampled-cases.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { newUser, places, type Place } from './hosts.ts';

/** `npm test` uses a different database each day. In-process tests run all cases over every database. */
describe.each(ofTheDay(places))('v1 over HTTP on %s', (name, make, pgvector) => {
  let place: Place;
  let server: RunningServer;
  let host: Host;

  beforeAll(async () => {
    place = await make();
    server = await startServer({ env: place.env, args: ['--log-level', 'warn'] });
    host = await newUser(server, place, 'anna');
  });

  afterAll(async () => {
    await server?.stop();
    await place?.drop();
  });

  it('has its model, and pgvector as expected', async () => {
    expect(host.meaning).toBe(true);
    expect(await place.hasPgvector()).toBe(pgvector);
  });

  it.each(casesForEntry(name).map((testCase) => [testCase.name, testCase] as const))(
    '%s',
    { timeout: 60_000 },
    (_name, testCase) => runCase(host, testCase),
  );
});
