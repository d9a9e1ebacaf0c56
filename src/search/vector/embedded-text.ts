import { hash64 } from '../../lib/hash64.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';

/** What is embedded of a memory. */
export interface EmbeddedText {
  text: string;
  /** How many UTF-16 units of `text` stand before the content. */
  lead: number;
}

/** The title, unless the content holds it, as a first line; then the content. */
export function embeddedText({ title, content }: Pick<Indexed, 'title' | 'content'>): EmbeddedText {
  const first = title === null || content.includes(title) ? '' : `${title}\n`;
  return { text: first + content, lead: first.length };
}

/** Changes when other vectors are needed, or when their passages lie elsewhere in the content. */
export function hashOf({ text, lead }: EmbeddedText): TextHash {
  return hash64(text, lead);
}

export type TextHash = [number, number];

export const spelledOut = (hash: TextHash): string => hash.join('-');
