import { splitLikeBert } from './words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A part of a text that is embedded at once: `text.slice(start, end)`. */
export interface Window {
  start: number;
  end: number;
  /** Its tokens, including the start and end tokens. */
  tokens: Int32Array;
}

export interface WindowSize {
  tokens: number;
  /** The maximum number of tokens that a window shares with the previous one. */
  overlap: number;
}

interface WordRanges {
  starts: number[];
  ends: number[];
  tokensBefore: number[];
  tokens: number[];
}

/**
 * The windows of a text, in order; at least one. Each begins and ends at a word, preferably at a sentence. Takes linear
 * time.
 */
export function windowsOf(text: string, vocabulary: Vocabulary, size: WindowSize): Window[] {
  const words = readWords(text, vocabulary, Infinity);
  const count = words.starts.length;
  const capacity = size.tokens - 2;
  const windows: Window[] = [];
  for (let first = 0; ;) {
    const past = pastWindow(text, words, first, capacity, size.overlap);
    windows.push(windowAt(words, first, past, vocabulary, text.length));
    if (past >= count) return windows;
    first = nextFirst(text, words, first, past, size.overlap);
  }
}

/** The first tokens of a text, at most `most` including the start and end tokens. Doesn't read the rest of the text. */
export function beginningOf(text: string, vocabulary: Vocabulary, most: number): Int32Array {
  const words = readWords(text, vocabulary, most - 2);
  return Int32Array.of(vocabulary.begin, ...words.tokens.slice(0, most - 2), vocabulary.end);
}

function readWords(text: string, vocabulary: Vocabulary, enough: number): WordRanges {
  const words: WordRanges = { starts: [], ends: [], tokensBefore: [0], tokens: [] };
  for (const word of splitLikeBert(text)) {
    words.starts.push(word.start);
    words.ends.push(word.end);
    for (const token of vocabulary.tokensOf(word.text)) words.tokens.push(token);
    words.tokensBefore.push(words.tokens.length);
    if (words.tokens.length >= enough) break;
  }
  return words;
}

/**
 * The end of a window (exclusive). If the rest of the text fits, the window has all of it. Otherwise the window ends
 * after a sentence, if one ends within the last `most` tokens that fit, or else after the last word that fits.
 */
function pastWindow(text: string, words: WordRanges, first: number, capacity: number, most: number): number {
  const count = words.starts.length;
  const begin = words.tokensBefore[first]!;
  if (words.tokensBefore[count]! - begin <= capacity) return count;
  let past = first + 1;
  while (words.tokensBefore[past + 1]! - begin <= capacity) past++;
  for (let at = past; at > first + 1 && begin + capacity - words.tokensBefore[at]! <= most; at--)
    if (endsSentence(text, words, at - 1)) return at;
  return past;
}

/**
 * The first word of the next window: at most `overlap` tokens before this window's end, preferably after a sentence.
 */
function nextFirst(text: string, words: WordRanges, first: number, past: number, overlap: number): number {
  const end = words.tokensBefore[past]!;
  let next = past;
  while (next - 1 > first && end - words.tokensBefore[next - 1]! <= overlap) next--;
  for (let at = next; at < past && end - words.tokensBefore[at]! >= overlap / 2; at++)
    if (endsSentence(text, words, at - 1)) return at;
  return next;
}

function endsSentence(text: string, words: WordRanges, word: number): boolean {
  const end = words.ends[word]!;
  const gap = text.slice(end, words.starts[word + 1]);
  return gap.includes('\n') || (gap !== '' && '.!?…'.includes(text[end - 1]!)) || '。！？'.includes(text[end - 1]!);
}

function windowAt(words: WordRanges, first: number, past: number, { begin, end }: Vocabulary, length: number): Window {
  const between = words.tokens.slice(words.tokensBefore[first], words.tokensBefore[past]);
  const tokens = Int32Array.of(begin, ...between, end);
  return past > first
    ? { start: words.starts[first]!, end: words.ends[past - 1]!, tokens }
    : { start: 0, end: length, tokens };
}
