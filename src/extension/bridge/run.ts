import { browser } from 'wxt/browser';
import type { EndMessage, WakeMessage } from '../sites/messages.ts';
import { startBridge, type Bridge } from './bridge.ts';

/** The name of the bridge's global variable, in the extension's isolated world, which the page can't reach. */
const globalName = 'commonplaceBridge';

/**
 * Starts the bridge of this document. A bridge that is already running checks again whether the page waits for access.
 * Only the top document of a secure page has a bridge.
 */
export function runBridge(): void {
  const world = globalThis as { [globalName]?: Bridge };
  if (window.top !== window || !window.isSecureContext) return;
  const bridge = (world[globalName] ??= start());
  void bridge.announce();
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
