import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vocabularyPath } from '../../../../src/embed/use-multilingual/model.ts';
import { knownShare } from '../../../../src/embed/use-multilingual/tokens/known-share.ts';
import { normalised } from '../../../../src/embed/use-multilingual/tokens/normalise.ts';
import { tokensOf } from '../../../../src/embed/use-multilingual/tokens/segment.ts';
import { vocabularyOf } from '../../../../src/embed/use-multilingual/tokens/vocabulary.ts';
import { references } from '../../../../scripts/model/use_references.ts';

const vocabulary = vocabularyOf(new Uint8Array(readFileSync(`public/${vocabularyPath}`)));
const normalisedBytes = (text: string) => normalised(text, vocabulary.rules);
const normalisedText = (text: string) => new TextDecoder().decode(normalisedBytes(text));

function pieceOf(token: number): string {
  const { starts, bytes } = vocabulary.pieces;
  if (token === vocabulary.unknown) return '<unk>';
  return new TextDecoder().decode(bytes.subarray(starts[token], starts[token + 1]));
}

function piecesOf(text: string): string[] {
  return tokensOf(normalisedBytes(text), vocabulary).map(pieceOf);
}

test.each(references)('splits like the SentencePiece library: $text', ({ text, pieces }) => {
  expect(piecesOf(text)).toEqual(pieces);
});

describe('the normaliser', () => {
  test.each([
    ['full-width characters', 'ＡＢＣ　１２', '▁ABC▁12'],
    ['ligatures', 'ﬁne', '▁fine'],
    ['white space of all kinds', ' \t a\u00a0\u3000b\n', '▁a▁b'],
    ['decomposed letters', 'cafe\u0301', '▁café'],
    ['decomposed Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af', '▁한글'],
    ['a text of only white space', ' \n', ''],
  ])('replaces %s', (_, text, expected) => expect(normalisedText(text)).toBe(expected));
});

/** The characters that are a piece on their own. */
const knownCharacters = [...vocabulary.pieces.starts.subarray(0, -1)]
  .map((_, token) => pieceOf(token))
  .filter((piece) => [...piece].length === 1 && piece !== '▁');

test('keeps every character of a normalised text in its pieces, unless a piece is unknown', () => {
  const runs = 100;
  let compared = 0;
  const unit = fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...knownCharacters) },
    { weight: 2, arbitrary: fc.constantFrom(' ', '\u3000', '\n') },
    { weight: 1, arbitrary: fc.constantFrom('\u0301', '\u0308', '\u0327') },
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const pieces = piecesOf(text);
      if (pieces.includes('<unk>')) return;
      compared++;
      expect(pieces.join('')).toBe(normalisedText(text));
    }),
    { numRuns: runs },
  );
  expect(compared).toBeGreaterThanOrEqual(runs / 2);
});

// `TextEncoder` encodes a lone surrogate as U+FFFD, which the normaliser replaces with a space.
test('treats a lone surrogate like a space', () => {
  expect(normalisedText('a\ud83db')).toBe('▁a▁b');
});

test('treats names of special tokens as plain text', () => {
  expect(piecesOf('<s> extra_token_id_1 <unk>').join('')).toBe('▁<s>▁extra_token_id_1▁<unk>');
});

describe('the share of a text that the model knows', () => {
  test.each(references.slice(0, 32))('is high in a language of the model: $text', ({ text }) => {
    expect(knownShare(text, vocabulary)).toBeGreaterThan(0.8);
  });

  test.each([
    'החדר השקט נמצא בחלק האחורי של המלון.',
    'शांत कमरा होटल के पीछे है।',
    'Το ήσυχο δωμάτιο είναι στο πίσω μέρος.',
    '',
    '?!',
  ])('is low in another script, or without words: %s', (text) =>
    expect(knownShare(text, vocabulary)).toBeLessThan(0.3),
  );
});
