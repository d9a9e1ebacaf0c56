import { limits } from '../v1/limits.ts';

const encoder = new TextEncoder();

const sizeOf = (text: string) => encoder.encode(text).length;

/** The strings after which a text is cut, best first. */
const separators = ['\n\n', '\n', '. ', ' '];

/**
 * Splits a text into parts of at most `bytes` bytes of UTF-8: between paragraphs if possible, else between lines,
 * sentences, words or characters.
 */
export function partsOf(text: string, bytes: number): string[] {
  const parts: string[] = [];
  for (let rest = text.trim(); rest !== '';) {
    const part = firstPart(rest, bytes);
    parts.push(part.trimEnd());
    rest = rest.slice(part.length).trimStart();
  }
  return parts;
}

function firstPart(text: string, bytes: number): string {
  if (text.length <= bytes && sizeOf(text) <= bytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(bytes));
  for (const separator of separators) {
    const end = text.lastIndexOf(separator, read - separator.length);
    // A cut near the start would make many small parts.
    if (end > read / 2) return text.slice(0, end + separator.length);
  }
  return text.slice(0, read);
}

/** The number of the page that contains an offset of the content. The first page is 1. */
const pageAt = (pageStarts: readonly number[], offset: number): number =>
  Math.max(1, pageStarts.findLastIndex((start) => start <= offset) + 1);

/** A text in parts that each fit into one memory. For a PDF, each part has the page on which it begins. */
export function pagedParts(
  content: string,
  pageStarts: readonly number[] | undefined,
): { content: string; page?: number }[] {
  let end = 0;
  return partsOf(content, limits.contentBytes).map((part) => {
    const start = content.indexOf(part, end);
    end = start + part.length;
    return { content: part, ...(pageStarts && { page: pageAt(pageStarts, start) }) };
  });
}

/** Cuts a title to `most` characters, by default as many as the contract allows. Never splits a surrogate pair. */
export const shortTitle = (title: string, most: number = limits.titleCharacters): string =>
  [...title].slice(0, most).join('').trim();

/** The title of one of `count` parts. If there are several, it ends with the number of the part: ` (2/5)`. */
export function partTitle(title: string, index: number, count: number): string {
  const number = count === 1 ? '' : ` (${index + 1}/${count})`;
  return (shortTitle(title, limits.titleCharacters - number.length) + number).trim();
}
