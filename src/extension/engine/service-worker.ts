import { browser } from 'wxt/browser';
import { engineHostPage, ensureEngineHost } from '../../client/transports/extension.ts';
import type { OpenChannel } from '../../client/transports/link.ts';
import { PeerGone } from '../../lib/rpc.ts';
import { portChannel, type EngineHost } from './host.ts';

const enginePort = 'engine';

/**
 * Posts a port from the service worker to the host document. If the document is still loading, the browser delivers the
 * message later.
 */
export const openFromServiceWorker: OpenChannel = async (events) => {
  await ensureEngineHost();
  const { clients } = self as unknown as ServiceWorkerGlobalScope;
  const url = browser.runtime.getURL(engineHostPage);
  const host = (await clients.matchAll({ includeUncontrolled: true, type: 'window' })).find(
    (client) => client.url === url,
  );
  if (!host) throw new PeerGone('The engine’s document isn’t open yet.');
  return portChannel((port) => host.postMessage(enginePort, [port]), events);
};

/** For the host document: passes the service worker's ports to the engine. Nothing else can post here. */
export function serveServiceWorker(host: EngineHost): void {
  navigator.serviceWorker.onmessage = ({ data, ports: [port] }) => {
    if (data === enginePort && port) host.attach(port, 'background');
  };
}
