import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { casesAt, drawnAt } from '../../support/sampled-cases.ts';
import { startServer, type RunningServer } from '../../../scripts/server/start.ts';
import { newUser, places, type Place } from './hosts.ts';

/** All claims on PGlite. What the databases of PostgreSQL differ in is how they find by meaning: the whole catalogue runs on PostgreSQL in process. */
const casesOn = (name: string) => (name === 'PGlite' ? casesAt(name) : drawnAt(name, 'search by meaning'));

describe.each(places)('v1 over HTTP on %s', (name, make, pgvector) => {
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

  it('is the server that it should be: with its model, and with pgvector or without', async () => {
    expect(host.meaning).toBe(true);
    expect(await place.hasPgvector()).toBe(pgvector);
  });

  it.each(casesOn(name).map((one) => [one.name, one] as const))('%s', { timeout: 60_000 }, (_name, one) =>
    runCase(host, one),
  );
});
