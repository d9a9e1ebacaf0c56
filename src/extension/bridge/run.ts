import { browser } from 'wxt/browser';
import type { EndMessage, WakeMessage } from '../sites/messages.ts';
import { startBridge, type Bridge } from './bridge.ts';

/** Where a bridge that runs in this document is found again: in the extension's own world, out of the page's reach. */
const mark = 'commonplaceBridge';

/** Starts the bridge of this document; one that runs already looks again. Only the top document of a secure page has one. */
export function runBridge(): void {
  const world = globalThis as { [mark]?: Bridge };
  if (window.top !== window || !window.isSecureContext) return;
  const bridge = (world[mark] ??= start());
  void bridge.look();
}

function start(): Bridge {
  const bridge = startBridge({
    page: window,
    wake: async () => (await browser.runtime.sendMessage({ kind: 'site.wake' } satisfies WakeMessage)) === true,
    connect: (name) => browser.runtime.connect({ name }),
  });
  browser.runtime.onMessage.addListener((message: EndMessage) => {
    if (message.kind === 'site.end') bridge.end(message);
  });
  return bridge;
}
