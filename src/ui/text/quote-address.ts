import { isWebAddress } from '../../lib/web-address.ts';
import type { Memory } from '../../v1/schemas/memory.ts';

/** If a quote has more words than this, or several lines, its link has only the first and last few (`endWords`). */
const longestWhole = 12;
const endWords = 5;
/** How many words are read on each side of the quote. The outermost word may be cut off, so it isn't used. */
const contextWords = 4;

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** The lines of a Markdown text as a page shows them. */
export function plainLines(markdown: string): string[] {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split('\n')
    .filter((line) => !/^\s*(```|\|[\s|:-]+\|?$|---$)/.test(line))
    .map((line) =>
      line
        .replace(/^\s*(#{1,6} |> |[-*] |\d+\. )+/, '')
        .replaceAll(/\*\*|`|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
        .trim(),
    )
    .filter((line) => line !== '');
}

/** A hyphen has a special meaning in a text fragment. */
const encoded = (words: string[]) => encodeURIComponent(words.join(' ')).replaceAll('-', '%2D');

/**
 * The address to open for a memory. Null if the memory has no address, or one that a tab can't open: a server may send
 * any string. For a quote, a text fragment makes the browser scroll to it. For a PDF, the address names the page.
 */
export function addressOf({ url, content, capture }: Pick<Memory, 'url' | 'content' | 'capture'>): string | null {
  if (url === null || !isWebAddress(url)) return null;
  if (capture?.kind === 'pdf' && capture.page !== undefined) return `${url.split('#')[0]}#page=${capture.page}`;
  if (capture?.quote === undefined) return url;
  const lines = plainLines(content);
  const [first, last] = [wordsOf(lines[0] ?? ''), wordsOf(lines.at(-1) ?? '')];
  if (first.length === 0) return url;
  const isWhole = lines.length === 1 && first.length <= longestWhole;
  // No part of a text fragment may cross the end of a block element.
  const before = wordsOf(capture.quote.prefix.split('\n').at(-1) ?? '').slice(-contextWords);
  const after = wordsOf(capture.quote.suffix.split('\n')[0] ?? '').slice(0, contextWords);
  const parts = [
    ...(before.length > 1 ? [`${encoded(before.slice(1))}-`] : []),
    encoded(isWhole ? first : first.slice(0, endWords)),
    ...(isWhole ? [] : [encoded(last.slice(-endWords))]),
    ...(after.length > 1 ? [`-${encoded(after.slice(0, -1))}`] : []),
  ];
  const [page, hash = ''] = url.split('#', 2);
  return `${page}#${hash.split(':~:')[0]}:~:text=${parts.join(',')}`;
}
