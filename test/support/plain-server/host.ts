import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import type { Host } from '../../../conformance/host.ts';
import type { PlainServer } from './index.ts';

/** A plain server, which offers no extensions of v1 (see docs/v1.md), as the conformance cases see it. */
export function plainHost({ url, token, clock }: PlainServer): Host {
  return {
    name: 'a plain server',
    transport: fetchTransport(url),
    token,
    clock,
    source: null,
    meaning: false,
    languages: [],
    offers: null,
  };
}
