import { beforeAll, describe, it } from 'vitest';
import { catalogue } from '../../conformance/catalogue.ts';
import type { Host } from '../../conformance/host.ts';
import { runCase } from '../../conformance/run.ts';
import { stores } from '../../support/stores.ts';
import { inProcessHost } from './host.ts';

describe.each(stores)('v1 on %s', (name, make) => {
  let host: Host;

  beforeAll(async () => {
    host = await inProcessHost(name, make());
  });

  it.each(catalogue.map((one) => [one.name, one] as const))('%s', { timeout: 60_000 }, (_, one) => runCase(host, one));
});
