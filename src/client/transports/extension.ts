import { browser } from 'wxt/browser';
import type { EngineReply, OpenChannel } from './link.ts';

/** The name of the ports between the extension's pages and the engine. */
export const enginePortName = 'engine';

/** The document that hosts the engine in Chromium, where the background can't. */
export const engineHostPage = '/offscreen.html';

let creating: Promise<void> | undefined;

/** Creates the document that hosts the engine, if the background page doesn't host it itself. */
export async function ensureEngineHost(): Promise<void> {
  if (!browser.offscreen) return;
  await (creating ??= browser.offscreen
    .createDocument({
      url: engineHostPage,
      reasons: [browser.offscreen.Reason.WORKERS],
      justification: 'Keeps and searches your memories in a separate worker.',
    })
    .catch((error: unknown) => {
      if (!/single offscreen/i.test(String(error))) throw error;
    })
    .finally(() => {
      creating = undefined;
    }));
}

/** Connects a page of the extension to the engine. */
export const openEnginePort: OpenChannel = async ({ reply, closed }) => {
  await ensureEngineHost();
  const port = browser.runtime.connect({ name: enginePortName });
  port.onMessage.addListener((message: EngineReply) => reply(message));
  port.onDisconnect.addListener(() => {
    // Reading it stops the browser from logging an error if the host isn't there yet.
    void browser.runtime.lastError;
    closed();
  });
  return { post: (message) => port.postMessage(message), close: () => port.disconnect() };
};
