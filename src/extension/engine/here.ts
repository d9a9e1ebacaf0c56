import { workerAddresses } from '../worker-addresses.ts';
import { engineHost, type EngineHost, type HostDuties } from './host.ts';
import { serveOwnPages } from './own-pages.ts';

/** Makes this document the engine's host and opens it to own pages. The worker itself starts with the first question. */
export function hostEngineHere(duties: HostDuties): EngineHost {
  const addressOf = workerAddresses();
  const host = engineHost(() => new Worker(addressOf('engine.js')), duties);
  serveOwnPages(host);
  return host;
}
