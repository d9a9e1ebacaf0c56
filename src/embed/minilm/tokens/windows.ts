import { wordsOf } from './words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A part of a text that the model reads at once: `text.slice(start, end)`. */
export interface Window {
  start: number;
  end: number;
  /** Its tokens, those before and after each text among them. */
  tokens: Int32Array;
}

export interface WindowSize {
  /** Most tokens of a window. */
  tokens: number;
  /** Most tokens that a window shares with the one before; it shares at least half as many where words allow it. */
  overlap: number;
}

/** Where each word stands, and how many tokens stand before it. */
interface Read {
  starts: number[];
  ends: number[];
  tokensBefore: number[];
  tokens: number[];
}

/**
 * The windows of a text, in its order; at least one. Each begins and ends with a word, and preferably with a sentence; together they hold
 * every word. Takes time in proportion to the text.
 */
export function windowsOf(text: string, vocabulary: Vocabulary, size: WindowSize): Window[] {
  const read = readWords(text, vocabulary, Infinity);
  const count = read.starts.length;
  const room = size.tokens - 2;
  const windows: Window[] = [];
  for (let first = 0; ;) {
    const past = pastWindow(text, read, first, room, size.overlap);
    windows.push(windowAt(read, first, past, vocabulary, text.length));
    if (past >= count) return windows;
    first = nextFirst(text, read, first, past, size.overlap);
  }
}

/** The first window's tokens, without looking at what comes after it: for what is looked for. */
export function beginningOf(text: string, vocabulary: Vocabulary, most: number): Int32Array {
  const read = readWords(text, vocabulary, most - 2);
  return Int32Array.of(vocabulary.begin, ...read.tokens.slice(0, most - 2), vocabulary.end);
}

function readWords(text: string, vocabulary: Vocabulary, enough: number): Read {
  const read: Read = { starts: [], ends: [], tokensBefore: [0], tokens: [] };
  for (const word of wordsOf(text)) {
    read.starts.push(word.start);
    read.ends.push(word.end);
    for (const token of vocabulary.tokensOf(word.text)) read.tokens.push(token);
    read.tokensBefore.push(read.tokens.length);
    if (read.tokens.length >= enough) break;
  }
  return read;
}

/** The word after the last of a window: as many as there is room for, less what follows the last end of a sentence. */
function pastWindow(text: string, read: Read, first: number, room: number, most: number): number {
  const count = read.starts.length;
  const begin = read.tokensBefore[first]!;
  if (read.tokensBefore[count]! - begin <= room) return count;
  let past = first + 1;
  while (read.tokensBefore[past + 1]! - begin <= room) past++;
  for (let at = past; at > first + 1 && begin + room - read.tokensBefore[at]! <= most; at--)
    if (endsSentence(text, read, at - 1)) return at;
  return past;
}

/** The first word of the next window: behind the first by one word at least, before the end of this one by at most the overlap, best after a sentence. */
function nextFirst(text: string, read: Read, first: number, past: number, overlap: number): number {
  const end = read.tokensBefore[past]!;
  let next = past;
  while (next - 1 > first && end - read.tokensBefore[next - 1]! <= overlap) next--;
  for (let at = next; at < past && end - read.tokensBefore[at]! >= overlap / 2; at++)
    if (endsSentence(text, read, at - 1)) return at;
  return next;
}

function endsSentence(text: string, read: Read, word: number): boolean {
  const end = read.ends[word]!;
  const gap = text.slice(end, read.starts[word + 1]);
  return gap.includes('\n') || (gap !== '' && '.!?…'.includes(text[end - 1]!)) || '。！？'.includes(text[end - 1]!);
}

function windowAt(read: Read, first: number, past: number, { begin, end }: Vocabulary, length: number): Window {
  const between = read.tokens.slice(read.tokensBefore[first], read.tokensBefore[past]);
  const tokens = Int32Array.of(begin, ...between, end);
  return past > first
    ? { start: read.starts[first]!, end: read.ends[past - 1]!, tokens }
    : { start: 0, end: length, tokens };
}
