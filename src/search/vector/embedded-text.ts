import { hash64 } from '../../lib/hash64.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';

/** The text of a memory that is embedded. */
export interface EmbeddedText {
  text: string;
  /** The offset in `text` at which the memory's content begins, in UTF-16 units. */
  contentStart: number;
}

/** The title as a line of its own, then the content. Leaves the title out if the content contains it. */
export function embeddedText({ title, content }: Pick<Indexed, 'title' | 'content'>): EmbeddedText {
  const first = title === null || content.includes(title) ? '' : `${title}\n`;
  return { text: first + content, contentStart: first.length };
}

/** A hash that changes if the memory needs other vectors, or if their passages move within the content. */
export function hashOf({ text, contentStart }: EmbeddedText): TextHash {
  return hash64(text, contentStart);
}

export type TextHash = [number, number];

export const textHashString = (hash: TextHash): string => hash.join('-');
