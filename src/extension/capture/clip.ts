import { limits } from '../../v1/limits.ts';

const encoder = new TextEncoder();
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** A text as a memory can hold it: without what v1 refuses, and without the control characters that only blow it up in JSON. */
export const storable = (text: string): string => text.toWellFormed().replace(controls, '').trimEnd();

/** The first part of a text that has at most so many bytes in UTF-8, cut between characters. */
export function clipTo(bytes: number, whole: string): { text: string; clipped: boolean } {
  const { read } = encoder.encodeInto(whole, new Uint8Array(bytes));
  return { text: whole.slice(0, read).trimEnd(), clipped: read < whole.length };
}

/** The first part of a text that fits a memory. */
export function clipContent(text: string): { content: string; clipped: boolean } {
  const { text: content, clipped } = clipTo(limits.contentBytes, storable(text));
  return { content, clipped };
}

/** A title as a memory can hold it; undefined where there is none. */
export function clipTitle(title: string | undefined): string | undefined {
  const characters = Array.from(storable(title ?? '').trim());
  return characters.slice(0, limits.titleCharacters).join('').trim() || undefined;
}
