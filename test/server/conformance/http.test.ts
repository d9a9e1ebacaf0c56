import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { daySeed } from '../../../scripts/test/day-seed.ts';
import { runsAll } from '../../support/rounds.ts';
import { casesForEntry, casesForSecondDatabase } from '../../support/sampled-cases.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { newUser, places, type Place } from './hosts.ts';

/** PGlite shows every claim over HTTP. The whole catalogue runs on PostgreSQL in process, so here its variants run only search by meaning, where they differ, and a sample. */
const casesOn = (name: string) =>
  name === 'PGlite' ? casesForEntry(name) : casesForSecondDatabase(name, 'search by meaning');

/** In `npm test`, one of the two kinds of PostgreSQL, by the day. */
const today = places.filter((_, position) => runsAll || position === 0 || position === 1 + (daySeed % 2));

describe.each(today)('v1 over HTTP on %s', (name, make, pgvector) => {
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

  it.each(casesOn(name).map((testCase) => [testCase.name, testCase] as const))(
    '%s',
    { timeout: 60_000 },
    (_name, testCase) => runCase(host, testCase),
  );
});
