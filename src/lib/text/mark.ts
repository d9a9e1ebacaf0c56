import { signedWord } from './signed.ts';
import { segmentWords, type Word } from './words.ts';

/** A part of a text to mark: UTF-16 indices, `end` excluded. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The ranges of a text in which one of `words` occurs, in order. `words` come from `segmentWords` or `signedWord`, as
 * do the `match.words` of a search hit. Adjacent ranges are merged.
 * @param part stops the search `reach` UTF-16 units after the first match that starts at or after `from`. Matches
 * before `from` are returned too.
 */
export function rangesOf(text: string, words: Iterable<string>, part?: { from: number; reach: number }): Range[] {
  const wanted = new Set(words);
  const ranges: Range[] = [];
  if (wanted.size === 0) return ranges;
  let last = Infinity;
  const wantedIn = (segment: Word): Word | undefined => {
    const signed = signedWord(text, segment);
    if (signed !== undefined && wanted.has(signed.word)) return signed;
    return wanted.has(segment.word) ? segment : undefined;
  };
  for (const segment of segmentWords(text)) {
    if (segment.start > last) break;
    const found = wantedIn(segment);
    if (found === undefined) continue;
    const { start, end } = found;
    if (part !== undefined && last === Infinity && start >= part.from) last = start + part.reach;
    const previous = ranges.at(-1);
    if (previous?.end === start) previous.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
