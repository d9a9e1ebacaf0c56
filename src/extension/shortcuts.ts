import { browser } from 'wxt/browser';
import type { Shortcut } from '../ui/settings/state.ts';

/** The extension's browser-wide shortcuts. A shortcut that something else uses counts as unset. */
export async function readShortcuts(platform: 'mac' | 'other'): Promise<Shortcut[]> {
  const wanted = browser.runtime.getManifest().commands ?? {};
  const commands = await browser.commands.getAll();
  return commands.flatMap(({ name, description, shortcut }) => {
    if (name === undefined) return [];
    const suggested = wanted[name]?.suggested_key;
    const { mac, default: usual } = typeof suggested === 'object' ? suggested : {};
    return {
      name,
      description: description ?? name,
      keys: shortcut || undefined,
      suggested: platform === 'mac' ? (mac ?? usual) : usual,
    };
  });
}

/** Returns a function that opens the browser's page of shortcuts; undefined if no extension can open it. */
export function shortcutsPage(): (() => Promise<void>) | undefined {
  if (!import.meta.env.FIREFOX)
    return async () => void (await browser.tabs.create({ url: 'chrome://extensions/shortcuts' }));
  // Since Firefox 137.
  const { openShortcutSettings } = browser.commands as { openShortcutSettings?: () => Promise<void> };
  return openShortcutSettings?.bind(browser.commands);
}
