import { createRefusals } from '../../src/extension/sites/refusals.ts';
import { createSites } from '../../src/extension/sites/sites.ts';
import { handleEnvelope } from '../../src/service/envelope.ts';
import type { siteHost } from './page-sites.ts';

interface Options {
  patternsHavePorts?: boolean;
  /** Called to remove the denials of a site. */
  forget?: () => Promise<void>;
}

/** Manages the access of sites as the background does, over this host's service. The user has denied no site. */
export const sitesOn = (
  { service }: ReturnType<typeof siteHost>,
  { patternsHavePorts = true, forget = async () => {} }: Options = {},
) =>
  createSites({
    ask: ({ request, vouched }, { signal } = {}) => handleEnvelope(service, request, vouched, signal),
    refusals: createRefusals({
      get: async () => undefined,
      put: async () => {},
      delete: forget,
      all: async () => [],
    }),
    patternsHavePorts,
    onChange: () => {},
  });
