import { wordsOf } from './words.ts';

/** A part of a text to mark: UTF-16 indices, `end` excluded. */
export interface Range {
  start: number;
  end: number;
}

/** The ranges of `words` in a text, in its order. `words` come from `wordsOf`, as the `match.words` of a search hit do. Adjacent ranges are merged. */
export function rangesOf(text: string, words: Iterable<string>): Range[] {
  const wanted = new Set(words);
  const ranges: Range[] = [];
  for (const { word, start, end } of wordsOf(text)) {
    if (!wanted.has(word)) continue;
    const previous = ranges.at(-1);
    if (previous?.end === start) previous.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
