import { browser } from 'wxt/browser';
import { within } from '../../lib/timing.ts';
import { UnreadablePdf, type PdfText } from '../../transfer/pdf.ts';
import type { ReadDocument, Unread } from '../../ui/popup/host.ts';
import { readPdfInWorker } from '../pdf-worker.ts';
import { captureOfPdf } from './capture-of.ts';
import { clipTitle, pdfNameIn, storable, webAddress } from './clip.ts';
import { fetchPdf } from './injected/fetch-pdf.ts';

/** The injected script returns the whole file as one message, and the browser limits the size of a message. */
const maxBytes = 32 * 1024 * 1024;

const fetchMs = 60_000;

/** Reads the PDF that a tab shows; undefined if it shows none or no script may run there. Needs `activeTab`. */
export async function readPdfInTab(tabId: number, url?: string): Promise<ReadDocument | Unread | undefined> {
  const fetching = browser.scripting.executeScript({ target: { tabId }, func: fetchPdf, args: [maxBytes] });
  const results = await within(
    fetchMs,
    fetching.catch(() => []),
  );
  if (results === undefined) return { missing: 'silent' };
  const fetched = results[0]?.result ?? undefined;
  if (fetched === undefined || 'missing' in fetched) return fetched;
  return documentOf(
    Uint8Array.from(atob(fetched.data), (character) => character.charCodeAt(0)),
    url,
  );
}

async function documentOf(data: Uint8Array<ArrayBuffer>, url?: string): Promise<ReadDocument | Unread> {
  try {
    const { content, pageStarts, ...about } = await readPdfInWorker(data);
    return {
      title: clipTitle(about.title ?? pdfNameIn(url)),
      url: webAddress(url),
      ...storableText({ content, pageStarts }),
      capture: captureOfPdf(about),
    };
  } catch (error) {
    if (error instanceof UnreadablePdf) return { missing: error.problem };
    throw error;
  }
}

/** Removes from the text what a memory can't store, and adjusts where pages begin. */
function storableText({ content, pageStarts }: Pick<PdfText, 'content' | 'pageStarts'>) {
  const pages = pageStarts.map((start, index) =>
    storable(`${content.slice(start, pageStarts[index + 1])}|`).slice(0, -1),
  );
  let length = 0;
  return { content: pages.join('').trimEnd(), pageStarts: pages.map((page) => (length += page.length) - page.length) };
}
