import { beforeAll, describe, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { catalogue } from '../../../conformance/catalogue.ts';
import type { Host } from '../../../conformance/host.ts';
import { runCase } from '../../../conformance/run.ts';
import { casesForEntry } from '../../support/sampled-cases.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { stores } from '../../support/stores.ts';
import { inProcessHost } from './host.ts';

/** Each store runs all cases. In `npm test`, a page of the extension and a service with a model run only a sample. */
const hosts = [
  ...stores.map(([name, make]) => [name, make, null, undefined, catalogue] as const),
  ['the in-memory store, from the popup', inMemoryStore, 'popup', undefined, casesForEntry('own page')] as const,
  ['the in-memory store, with a model', inMemoryStore, null, standInMeaning, casesForEntry('model')] as const,
];

describe.each(hosts)('v1 on %s', (name, make, source, meaning, cases) => {
  let host: Host;

  beforeAll(async () => {
    host = await inProcessHost(name, make(), source, meaning?.());
  });

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => runCase(host, one));
});
