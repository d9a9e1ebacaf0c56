import { browser } from 'wxt/browser';
import { enginePortName } from '../../client/transports/extension.ts';
import type { Door } from '../../service/vouched.ts';
import type { Sender } from '../messages.ts';
import type { EngineHost } from './host.ts';
import type { EngineQuestion } from './serve.ts';

/** Our pages that may ask the engine, by path, and the door that each one is. */
const doors = new Map<string, Door>([
  ['/popup.html', 'popup'],
  // It saves nothing; whatever it asks, it asks as the other page that opens in a tab.
  ['/options.html', 'library'],
]);

/** The door that a sender is, from what the browser says of it; undefined for anything but an own page. `own`: the extension's id, the address of its files. */
export function doorOf(sender: Sender | undefined, own: { id: string; address: string }): Door | undefined {
  if (sender?.id !== own.id || !sender.url?.startsWith(own.address)) return undefined;
  return doors.get(new URL(sender.url).pathname);
}

/** Connects the ports of own pages with the engine, vouching for the page; refuses any other port. */
export function serveOwnPages(host: EngineHost): void {
  const own = { id: browser.runtime.id, address: browser.runtime.getURL('/') };
  browser.runtime.onConnect.addListener((page) => {
    const door = doorOf(page.sender, own);
    if (page.name !== enginePortName || !door) return page.disconnect();
    const { port1: engine, port2 } = new MessageChannel();
    engine.onmessage = ({ data }) => page.postMessage(data);
    page.onMessage.addListener((asked: EngineQuestion) => {
      engine.postMessage(vouchedFor(asked, door));
    });
    page.onDisconnect.addListener(() => {
      engine.postMessage({ cancel: 'all' } satisfies EngineQuestion);
      engine.close();
    });
    host.attach(port2, 'page');
  });
}

/** What a page asked, with nothing else that it sent, and with the door that it is. */
function vouchedFor(asked: EngineQuestion, door: Door): EngineQuestion {
  if ('cancel' in asked) return { cancel: asked.cancel };
  return 'control' in asked
    ? { id: asked.id, control: asked.control }
    : { id: asked.id, request: asked.request, vouched: { door } };
}
