import { wordsOf } from './words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A part of a text that is embedded at once: `text.slice(start, end)`. */
export interface Window {
  start: number;
  end: number;
  /** Its tokens, including the start and end tokens. */
  tokens: Int32Array;
}

export interface WindowSize {
  /** The most tokens of a window. */
  tokens: number;
  /** The most tokens that a window shares with the previous one; it shares at least half as many if words allow. */
  overlap: number;
}

/** The range of each word and the number of tokens before it. */
interface Read {
  starts: number[];
  ends: number[];
  tokensBefore: number[];
  tokens: number[];
}

/**
 * The windows of a text, in order; at least one. Each begins and ends at a word, preferably at a sentence; together they cover
 * every word. Takes linear time.
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

/** The first window's tokens, without reading further: for queries. */
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

/** The end of a window (exclusive): as many words as fit, cut at the last end of a sentence. */
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

/** The first word of the next window: after the start of this one, at most the overlap before its end, preferably after a sentence. */
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
