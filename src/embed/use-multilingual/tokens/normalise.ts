import { eachPrefix } from './prefix-table.ts';
import type { Rules } from './vocabulary.ts';

/** U+2581, in UTF-8: it marks the start of each word. */
const spaceMark = [0xe2, 0x96, 0x81] as const;
const space = 0x20;

/** Letters of Hangul; the file of rules leaves their composition to NFKC (scripts/model/use_rules.py). */
const hangul = /[\u1100-\u11ff\u3131-\u318e\u3260-\u326d\uffa0-\uffdc]+/g;

/**
 * The text after SentencePiece's normalisation `nmt_nfkc`, in UTF-8: with the rules applied, and with a mark before
 * each word in place of the spaces. Empty for a text of white space alone.
 */
export function normalised(text: string, { keys, starts, bytes }: Rules): Uint8Array {
  const from = new TextEncoder().encode(text.replace(hangul, (run) => run.normalize('NFKC')));
  const writer = createWriter(from.length);
  for (let at = 0; at < from.length;) {
    let rule = -1;
    let length = 0;
    eachPrefix(keys, from, at, (index, keyLength) => {
      rule = index;
      length = keyLength;
    });
    if (rule >= 0) writer.add(bytes, starts[rule]!, starts[rule + 1]!);
    else writer.add(from, at, at + (length = characterBytes(from[at]!)));
    at += length;
  }
  return writer.written();
}

/** The number of bytes of a character in UTF-8, by its first byte. */
export const characterBytes = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

/** Collects all bytes except spaces, and puts the mark before each word. */
function createWriter(expected: number): {
  add(source: Uint8Array, start: number, end: number): void;
  written(): Uint8Array;
} {
  let buffer = new Uint8Array(2 * expected + 64);
  let size = 0;
  let afterSpace = true;
  return {
    add(source, start, end) {
      if (size + 4 * (end - start) > buffer.length) {
        const larger = new Uint8Array(2 * buffer.length + 4 * (end - start));
        larger.set(buffer);
        buffer = larger;
      }
      for (let at = start; at < end; at++) {
        const byte = source[at]!;
        if (byte === space) afterSpace = true;
        else {
          if (afterSpace) for (const markByte of spaceMark) buffer[size++] = markByte;
          afterSpace = false;
          buffer[size++] = byte;
        }
      }
    },
    written: () => buffer.subarray(0, size),
  };
}
