import { wordsOf } from '../../lib/text/words.ts';

/** Matched words in the order in which a text first holds them; those that it does not hold itself last. */
export function inOrder(words: readonly string[], text: string): string[] {
  const left = new Set(words);
  const ordered: string[] = [];
  for (const { word } of wordsOf(text)) {
    if (left.size === 0) break;
    if (left.delete(word)) ordered.push(word);
  }
  return [...ordered, ...left];
}
