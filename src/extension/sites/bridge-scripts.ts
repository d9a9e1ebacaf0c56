import { browser } from 'wxt/browser';
import type { EndMessage } from './messages.ts';

/** The content script that connects the sites to which the user gave access. */
const script = { id: 'bridge', js: ['/bridge.js'], runAt: 'document_start', allFrames: false } as const;

/** Registers the bridge for these match patterns and no others. */
export async function registerBridge(patterns: string[]): Promise<void> {
  const [registered] = await browser.scripting.getRegisteredContentScripts({ ids: [script.id] });
  if (patterns.length === 0) {
    if (registered) await browser.scripting.unregisterContentScripts({ ids: [script.id] });
    return;
  }
  const wanted = { ...script, js: [...script.js], matches: patterns };
  if (registered) await browser.scripting.updateContentScripts([wanted]);
  else await browser.scripting.registerContentScripts([wanted]);
}

/** The match patterns for which the bridge is registered: those of the connected sites. */
export async function bridgedPatterns(): Promise<string[]> {
  const [registered] = await browser.scripting.getRegisteredContentScripts({ ids: [script.id] });
  return registered?.matches ?? [];
}

/**
 * Starts the bridge in the open tabs of a match pattern. A bridge that is already running checks again whether its page
 * waits for access.
 */
export async function injectBridge(pattern: string): Promise<void> {
  const run = (tabId: number) =>
    browser.scripting.executeScript({ target: { tabId }, files: ['/bridge.js'], injectImmediately: true });
  await eachTab(await browser.tabs.query({ url: pattern }), run);
}

/** Sends a message to the bridges in all tabs, because the browser may no longer say which tabs show the site. */
export async function tellBridges(message: EndMessage): Promise<void> {
  await eachTab(await browser.tabs.query({}), (tabId) => browser.tabs.sendMessage(tabId, message));
}

/** Runs `work` for each tab. Ignores failures: a tab that refuses doesn't show the site. */
async function eachTab(tabs: { id?: number | undefined }[], work: (tabId: number) => Promise<unknown>): Promise<void> {
  const ids = tabs.flatMap(({ id }) => id ?? []);
  await Promise.all(ids.map((id) => work(id).catch(() => {})));
}
