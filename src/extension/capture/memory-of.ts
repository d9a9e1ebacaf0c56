import type { CapturedMemory } from '../inbox/row.ts';
import { clipContent, clipTitle, webAddress } from './clip.ts';
import type { CaptureFields } from './capture-of.ts';
import { isPdfAddress, pdfType } from './pdf-address.ts';
import type { PageReading } from './injected/read-page.ts';

/** The ids of the context menu's items, by what each saves. */
export const menuItems = {
  selection: 'save-selection',
  page: 'save-page',
  link: 'save-link',
  image: 'save-image',
} as const;

export type MenuItem = keyof typeof menuItems;

/** The parts read from a page. `rich`: the selection or page as Markdown, from the reader. */
export type Reading = Partial<PageReading> & { rich?: { markdown: string; capture: CaptureFields } | undefined };

/** What the browser says about a click in the menu. */
export interface Click {
  item: MenuItem;
  selectionText?: string | undefined;
  linkUrl?: string | undefined;
  linkText?: string | undefined;
  /** The address of an image. */
  srcUrl?: string | undefined;
  pageUrl?: string | undefined;
  title?: string | undefined;
}

/** What a click saves. `clipped`: only the start of the text fits into a memory. */
export interface Saving {
  memory: CapturedMemory;
  clipped: boolean;
}

/** The fields of a memory before they are cut to the lengths that a memory can store. */
interface Parts {
  content: string;
  url: string | undefined;
  title?: string | undefined;
  capture: CaptureFields;
}

const isPdf = (url: string | undefined, { mediaType }: Reading): boolean =>
  mediaType === undefined ? isPdfAddress(url) : mediaType === pdfType;

const partsOf: Record<MenuItem, (click: Click, read: Reading) => Parts> = {
  // The selection as read from the page has paragraphs; the text that the menu gives may be one line.
  selection: ({ selectionText = '', pageUrl, title }, read) => ({
    content: read.rich?.markdown || read.selection || selectionText,
    url: pageUrl,
    title: title || read.title,
    capture: read.rich?.capture ?? { kind: isPdf(pageUrl, read) ? 'pdf' : 'selection' },
  }),
  page: ({ pageUrl, ...click }, read) => {
    const title = click.title || read.title;
    const described = [title || pageUrl, read.description].filter(Boolean).join('\n\n');
    const capture = read.rich?.capture ?? { kind: 'page' };
    // The viewer of a PDF has no text of its own.
    if (isPdf(pageUrl, read)) return { content: described, url: pageUrl, title, capture: { kind: 'pdf' } };
    return { content: read.rich?.markdown || described, url: pageUrl, title, capture };
  },
  link: ({ linkUrl = '', linkText, selectionText }, read) => ({
    content: linkText || read.linkText || selectionText || linkUrl,
    url: linkUrl,
    capture: { kind: 'link' },
  }),
  image: ({ srcUrl = '', pageUrl, title }, read) => {
    const image = webAddress(srcUrl);
    return {
      content: read.imageText || image || title || pageUrl || '',
      url: pageUrl,
      title: title || read.title,
      capture: { kind: 'image', ...(image !== undefined && { image }) },
    };
  },
};

/** The memory that a click creates; undefined if there is no text to save. */
export function memoryOf(click: Click, read: Reading = {}): Saving | undefined {
  const parts = partsOf[click.item](click, read);
  const { content, clipped } = clipContent(parts.content);
  if (content === '') return undefined;
  const url = webAddress(parts.url);
  const title = clipTitle(parts.title);
  const { capture } = parts;
  return {
    memory: { content, ...(url !== undefined && { url }), ...(title !== undefined && { title }), capture },
    clipped,
  };
}
