import { browser } from 'wxt/browser';
import { callerOver } from '../../client/transports/caller.ts';
import { enginePortName } from '../../client/transports/extension.ts';
import type { OwnSource } from '../../service/vouched.ts';
import type { Sender } from '../messages.ts';
import { siteOf } from '../sites/origins.ts';
import { pageAccess } from '../sites/page-access.ts';
import { pagePortName, servePagePort } from '../sites/page-ports.ts';
import { workerAddresses } from '../worker-addresses.ts';
import { engineHost, portChannel, type EngineHost, type HostDuties } from './host.ts';
import type { EngineQuestion } from './serve.ts';

/** The extension's own pages that may use the engine, by path, with the `source` of the memories that each saves. */
const sources = new Map<string, OwnSource>([
  ['/popup.html', 'popup'],
  ['/library.html', 'library'],
  ['/welcome.html', 'library'],
  // The settings save no memories. They count as the library, which also opens in a tab.
  ['/options.html', 'library'],
  // The consent window creates collections, but saves no memories either.
  ['/consent.html', 'library'],
]);

/**
 * The source of a sender, as reported by the browser; undefined for anything but one of the pages above. `own`: the
 * extension's id and the address of its files.
 */
export function sourceOf(sender: Sender | undefined, own: { id: string; address: string }): OwnSource | undefined {
  if (sender?.id !== own.id || !sender.url?.startsWith(own.address)) return undefined;
  return sources.get(new URL(sender.url).pathname);
}

/** Makes this document the engine's host and serves the extension's own pages. */
export function hostEngineHere(duties: HostDuties): EngineHost {
  const addressOf = workerAddresses();
  const host = engineHost(() => new Worker(addressOf('engine.js')), duties);
  servePages(host, duties.onPageRequest);
  return host;
}

/**
 * Connects the extension's own pages and the bridges (the content scripts of connected sites) to the engine. Vouches
 * for each sender. Refuses any other port.
 */
export function servePages(host: Pick<EngineHost, 'attach'>, onRequest: HostDuties['onPageRequest'] = () => {}): void {
  const own = { id: browser.runtime.id, address: browser.runtime.getURL('/') };
  const access = pageAccess(
    callerOver(async (events) => portChannel((port) => host.attach(port, 'background'), events)),
  );
  browser.runtime.onConnect.addListener((page) => {
    const site = page.name === pagePortName ? siteOf(page.sender, own.id) : undefined;
    if (site !== undefined) return servePagePort(page, site, access);
    const source = sourceOf(page.sender, own);
    if (page.name !== enginePortName || !source) return page.disconnect();
    const { port1: engine, port2 } = new MessageChannel();
    engine.onmessage = ({ data }) => page.postMessage(data);
    page.onMessage.addListener((question: EngineQuestion) => {
      if ('request' in question) onRequest(question.request);
      engine.postMessage(vouchedFor(question, source));
    });
    page.onDisconnect.addListener(() => {
      engine.postMessage({ cancel: 'all' } satisfies EngineQuestion);
      engine.close();
    });
    host.attach(port2, 'page');
  });
}

/** Copies only the known fields of a page's question, and adds the page's source. */
function vouchedFor(question: EngineQuestion, source: OwnSource): EngineQuestion {
  if ('cancel' in question) return { cancel: question.cancel };
  const { id } = question;
  if ('control' in question) return { id, control: question.control };
  if ('pageLog' in question) return { id, pageLog: question.pageLog };
  return { id, request: question.request, vouched: { source } };
}
