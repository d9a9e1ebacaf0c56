import { limits } from '../../v1/limits.ts';

const encoder = new TextEncoder();

/** A text as a memory can hold it: without what v1 refuses, and without the control characters that only blow it up in JSON. */
export function storable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').trimEnd();
}

/** The first part of a text that fits a memory, cut between characters. */
export function clipContent(text: string): { content: string; clipped: boolean } {
  const whole = storable(text);
  const { read } = encoder.encodeInto(whole, new Uint8Array(limits.contentBytes));
  return { content: whole.slice(0, read).trimEnd(), clipped: read < whole.length };
}

/** A title as a memory can hold it; undefined where there is none. */
export function clipTitle(title: string | undefined): string | undefined {
  const characters = Array.from(storable(title ?? '').trim());
  return characters.slice(0, limits.titleCharacters).join('').trim() || undefined;
}
