import { browser } from 'wxt/browser';
import { within } from '../../lib/timing.ts';
import type { Captured } from '../../ui/state/save-draft.ts';
import { captureOfSelection } from './capture-of.ts';
import { clipTitle, storable, webAddress } from './clip.ts';
import { readPage, type PageReading } from './injected/read-page.ts';
import { isPdfAddress, pdfType } from './pdf-address.ts';
import { readWith } from './read-with.ts';

/** How long reading a page may take, in milliseconds. If the page hangs, only its title and address are saved. */
const readMs = 3_000;

/**
 * What can be saved from the active tab. Undefined without an active tab, or if the tab shows no web page and can't be
 * read.
 */
export async function captureTab(): Promise<Captured | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  const url = webAddress(tab.url);
  const readings = await readFrames(tab.id);
  const [reading] = readings.map(({ read }) => read);
  const isPdf = reading === undefined ? isPdfAddress(tab.url) : reading.mediaType === pdfType;
  const page = { kind: isPdf ? 'pdf' : 'page' } as const;
  if (reading === undefined)
    return url === undefined ? undefined : { title: clipTitle(tab.title), url, ...(isPdf && { capture: page }) };
  const title = clipTitle(tab.title || reading.title);
  const selected = readings.find(({ read }) => read.selection !== '');
  if (selected === undefined) return { title, url, capture: page };
  const rich = await readWith('selection', tab.id, selected.frameId);
  const selection = storable(rich?.markdown || selected.read.selection) || undefined;
  return { selection, title, url, capture: rich ? captureOfSelection(rich) : { kind: 'selection' } };
}

/** Reads one frame; undefined if no script may run in it or it hangs. */
export async function readFrame(
  tabId: number,
  frameId: number,
  { linkUrl, imageUrl }: { linkUrl?: string | undefined; imageUrl?: string | undefined } = {},
): Promise<PageReading | undefined> {
  // Undefined can't be sent to a page.
  const args: [string, string] = [linkUrl ?? '', imageUrl ?? ''];
  const results = await within(
    readMs,
    browser.scripting
      .executeScript({ target: { tabId, frameIds: [frameId] }, injectImmediately: true, func: readPage, args })
      .catch(() => []),
  );
  return results?.[0]?.result ?? undefined;
}

/** Reads every frame that `activeTab` gives access to, the page itself first. Doesn't wait until frames are loaded. */
async function readFrames(tabId: number): Promise<{ frameId: number; read: PageReading }[]> {
  const results = await within(
    readMs,
    browser.scripting
      .executeScript({ target: { tabId, allFrames: true }, injectImmediately: true, func: readPage })
      .catch(() => []),
  );
  return (results ?? [])
    .sort((one, other) => one.frameId - other.frameId)
    .flatMap(({ frameId, result }) => (result ? [{ frameId, read: result }] : []));
}
