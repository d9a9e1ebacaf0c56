import { browser, type Browser } from 'wxt/browser';
import { enginePortName } from '../../client/transports/extension.ts';
import type { Question } from '../../client/transports/caller.ts';
import type { Door } from '../../service/vouched.ts';
import type { EngineHost } from './host.ts';

/** Our pages that may ask the engine, by path, and the door that each one is. */
const doors = new Map<string, Door>([
  ['/popup.html', 'popup'],
  ['/library.html', 'library'],
]);

/** The door that a sender is, from what the browser says of it; undefined for anything but an own page. */
export function doorOf(sender: Browser.runtime.MessageSender | undefined): Door | undefined {
  if (sender?.id !== browser.runtime.id || !sender.url) return undefined;
  const { origin, pathname } = new URL(sender.url);
  return origin === new URL(browser.runtime.getURL('/')).origin ? doors.get(pathname) : undefined;
}

/** Connects the ports of own pages with the engine, vouching for the page; refuses any other port. */
export function serveOwnPages(host: EngineHost): void {
  browser.runtime.onConnect.addListener((page) => {
    const door = doorOf(page.sender);
    if (page.name !== enginePortName || !door) return page.disconnect();
    const { port1: engine, port2 } = new MessageChannel();
    engine.onmessage = ({ data }) => page.postMessage(data);
    page.onMessage.addListener(({ id, request }: Question & { id: number }) => engine.postMessage({ id, request, vouched: { door } }));
    page.onDisconnect.addListener(() => engine.close());
    host.attach(port2);
  });
}
