import { limits } from '../v1/limits.ts';

const encoder = new TextEncoder();

const sizeOf = (text: string) => encoder.encode(text).length;

/** Where a text is best cut, best first. */
const separators = ['\n\n', '\n', '. ', ' '];

/** Splits a text into parts of at most `bytes` of UTF-8, between paragraphs if possible, else between lines, sentences, words, characters. */
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

/** The page on which an offset of the content is; from 1. */
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

/** The title of one of several parts. */
export function partTitle(title: string, index: number, of: number): string {
  const number = of === 1 ? '' : ` (${index + 1}/${of})`;
  return (
    [...title]
      .slice(0, limits.titleCharacters - number.length)
      .join('')
      .trim() + number
  ).trim();
}
