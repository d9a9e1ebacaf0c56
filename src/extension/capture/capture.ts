import { browser } from 'wxt/browser';
import { within } from '../../lib/timing.ts';
import type { Captured } from '../../ui/state/save-draft.ts';
import { clipTitle, storable } from './clip.ts';
import { readPage, type PageReading } from './injected/read-page.ts';
import { webAddress } from './web-address.ts';

/** How long a page may take to be read: one that hangs is saved by what the browser itself says of it. */
const readMs = 3_000;

/** What the tab in front offers to be saved; undefined where there is no web page or no script may run in it. */
export async function captureTab(): Promise<Captured | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  const url = webAddress(tab.url);
  const readings = await readFrames(tab.id);
  const [reading] = readings;
  if (reading === undefined) return url === undefined ? undefined : { title: clipTitle(tab.title), url };
  const selection = storable(readings.find((one) => one.selection !== '')?.selection ?? '') || undefined;
  return { selection, title: clipTitle(tab.title || reading.title), url };
}

/** Reads the page of one frame; undefined where no script may run, or the page hangs. */
export async function readFrame(tabId: number, frameId: number, linkUrl?: string): Promise<PageReading | undefined> {
  // A type of its own for no argument: undefined can't travel.
  const args: [string?] = linkUrl === undefined ? [] : [linkUrl];
  const results = await within(
    readMs,
    browser.scripting
      .executeScript({ target: { tabId, frameIds: [frameId] }, injectImmediately: true, func: readPage, args })
      .catch(() => []),
  );
  return results?.[0]?.result ?? undefined;
}

/** Reads every frame that `activeTab` opens, the page itself first. At once: a frame may never have loaded. */
async function readFrames(tabId: number): Promise<PageReading[]> {
  const results = await within(
    readMs,
    browser.scripting
      .executeScript({ target: { tabId, allFrames: true }, injectImmediately: true, func: readPage })
      .catch(() => []),
  );
  return (results ?? []).sort((one, other) => one.frameId - other.frameId).flatMap(({ result }) => result ?? []);
}
