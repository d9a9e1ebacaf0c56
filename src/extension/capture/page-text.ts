import { browser } from 'wxt/browser';
import { within } from '../../lib/timing.ts';
import type { PageText } from '../../ui/popup/host.ts';
import { limits } from '../../v1/limits.ts';
import { clipTo, storable } from './clip.ts';
import { readableText } from './injected/readable-text.ts';

/** How long reading may take, in milliseconds. Longer than for a save, which can fall back on the title and address. */
const readMs = 5_000;

/**
 * The readable text of the active tab. Needs the `activeTab` permission, which the user's click on the toolbar button
 * grants.
 */
export async function pageText(): Promise<PageText> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return { missing: 'forbidden' };
  const read = browser.scripting.executeScript({
    target: { tabId: tab.id },
    injectImmediately: true,
    func: readableText,
    args: [limits.likeBytes],
  });
  const results = await within(
    readMs,
    read.catch(() => 'forbidden' as const),
  );
  if (results === undefined) return { missing: 'silent' };
  if (results === 'forbidden') return { missing: 'forbidden' };
  const { text } = clipTo(limits.likeBytes, storable(results[0]?.result ?? ''));
  return text === '' ? { missing: 'empty' } : { text };
}
