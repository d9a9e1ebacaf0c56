import { browser } from 'wxt/browser';
import type { EngineReply, OpenChannel } from './link.ts';

/** The name of the ports on which own pages ask the engine. */
export const enginePortName = 'engine';

/** The document that holds the engine where the background can't (Chromium). */
export const engineHostPage = '/offscreen.html';

let creating: Promise<void> | undefined;

/** Sees to it that a document holds the engine; does nothing where the background page does. */
export async function ensureEngineHost(): Promise<void> {
  if (!browser.offscreen) return;
  await (creating ??= browser.offscreen
    .createDocument({
      url: engineHostPage,
      reasons: [browser.offscreen.Reason.WORKERS],
      justification: 'Keeps and searches your memories in a worker of its own.',
    })
    .catch((error: unknown) => {
      if (!/single offscreen/i.test(String(error))) throw error;
    })
    .finally(() => {
      creating = undefined;
    }));
}

/** A way from an own page to the engine. */
export const openEnginePort: OpenChannel = async ({ reply, closed }) => {
  await ensureEngineHost();
  const port = browser.runtime.connect({ name: enginePortName });
  port.onMessage.addListener((message: EngineReply) => reply(message));
  port.onDisconnect.addListener(() => {
    // Read, so that the browser does not log a host that is not there yet as an error of ours.
    void browser.runtime.lastError;
    closed();
  });
  return { post: (message) => port.postMessage(message), close: () => port.disconnect() };
};
