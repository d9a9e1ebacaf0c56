import { limits } from '../../v1/limits.ts';

const encoder = new TextEncoder();
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * A text as a memory can store it: without characters that v1 refuses, control characters (which only inflate the
 * memory's JSON) and white space at the end.
 */
export const storable = (text: string): string => text.toWellFormed().replace(controls, '').trimEnd();

/** The start of a text, at most `bytes` long in UTF-8, cut between characters. */
export function clipTo(bytes: number, whole: string): { text: string; clipped: boolean } {
  const { read } = encoder.encodeInto(whole, new Uint8Array(bytes));
  return { text: whole.slice(0, read).trimEnd(), clipped: read < whole.length };
}

/** The start of a text that fits into a memory. */
export function clipContent(text: string): { content: string; clipped: boolean } {
  const { text: content, clipped } = clipTo(limits.contentBytes, storable(text));
  return { content, clipped };
}

/** A title as a memory can store it; undefined if it is empty. */
export function clipTitle(title: string | undefined): string | undefined {
  const characters = Array.from(storable(title ?? '').trim());
  return characters.slice(0, limits.titleCharacters).join('').trim() || undefined;
}

/** The address if a memory can store it: http or https, and not too long. */
export function webAddress(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\/\S+$/.test(url) && url.length <= limits.urlCharacters ? url : undefined;
}

/** The name of the PDF at an address, without its ending; empty if there is none. */
export function pdfNameIn(url = ''): string {
  const [, name = ''] = /([^/?#]+)\.pdf(?:[?#]|$)/i.exec(url) ?? [];
  try {
    return decodeURIComponent(name);
  } catch {
    // A malformed escape, as in `100%.pdf`.
    return name;
  }
}
