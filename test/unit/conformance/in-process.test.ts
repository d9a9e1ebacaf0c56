import { beforeAll, describe, it } from 'vitest';
import { memoryStore } from '../../../src/store/memory/index.ts';
import { catalogue } from '../../conformance/catalogue.ts';
import type { Host } from '../../conformance/host.ts';
import { runCase } from '../../conformance/run.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { stores } from '../../support/stores.ts';
import { inProcessHost } from './host.ts';

const hosts = [
  ...stores.map(([name, make]) => [name, make, null, undefined] as const),
  ['the in-memory store, through a door', memoryStore, 'popup', undefined] as const,
  ['the in-memory store, with a model', memoryStore, null, standInMeaning] as const,
];

describe.each(hosts)('v1 on %s', (name, make, door, meaning) => {
  let host: Host;

  beforeAll(async () => {
    host = await inProcessHost(name, make(), door, meaning?.());
  });

  it.each(catalogue.map((one) => [one.name, one] as const))('%s', { timeout: 60_000 }, (_, one) => runCase(host, one));
});
