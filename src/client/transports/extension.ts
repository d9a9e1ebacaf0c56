import { browser } from 'wxt/browser';
import type { EngineReply, OpenChannel } from './link.ts';

/** The name of the ports between the extension's pages and the engine. */
export const enginePortName = 'engine';

/** The path of the document that hosts the engine in Chromium, where the background script can't host it. */
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

/**
 * Connects a page of the extension to the engine. Connects at once, and again if the engine's document had to be
 * created first. Asking whether the document exists would take as long as connecting.
 */
export const openEnginePort: OpenChannel = async ({ reply, closed }) => {
  const hosted = ensureEngineHost();
  const first = connect(reply);
  await Promise.race([hosted, first.replied]).catch((failure: unknown) => {
    first.port.disconnect();
    throw failure;
  });
  const { port, ended } = first.hasEnded() ? connect(reply) : first;
  void ended.then(closed);
  return { post: (message) => port.postMessage(message), close: () => port.disconnect() };
};

function connect(reply: (message: EngineReply) => void) {
  const port = browser.runtime.connect({ name: enginePortName });
  const replied = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let hasEnded = false;
  port.onMessage.addListener((message: EngineReply) => {
    replied.resolve();
    reply(message);
  });
  port.onDisconnect.addListener(() => {
    // Reading `lastError` stops the browser from logging an error if the host isn't there yet.
    void browser.runtime.lastError;
    hasEnded = true;
    ended.resolve();
  });
  return { port, replied: replied.promise, ended: ended.promise, hasEnded: () => hasEnded };
}
