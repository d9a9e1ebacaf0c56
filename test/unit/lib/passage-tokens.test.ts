import { expect, test } from 'vitest';
import { packed } from '../../../src/lib/four-bit.ts';
import { passageTokens, readPassageTokens } from '../../../src/lib/passage-tokens.ts';
import { noTerms, termProductWith } from '../../../src/lib/terms.ts';

const vectors = packed(Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0), 4);
const terms = { ids: Uint16Array.of(7, 30_521, 3), weights: Float32Array.of(1.5, 0.25, 2) };

test.each([0, 1, 2, 3])('keeps vectors and %i terms, in a multiple of four bytes', (count) => {
  const some = { ids: terms.ids.slice(0, count), weights: terms.weights.slice(0, count) };
  const bytes = passageTokens(vectors, some);
  expect(bytes.length % 4).toBe(0);
  expect(readPassageTokens(bytes, 4)).toEqual({
    vectors: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0),
    terms: some,
  });
});

test('has no terms by default, and can be read from the middle of a buffer', () => {
  const bytes = passageTokens(vectors);
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  expect(readPassageTokens(larger.subarray(3), 4)).toEqual(readPassageTokens(bytes, 4));
  expect(readPassageTokens(bytes, 4).terms).toEqual(noTerms);
});

test('stores a weight as at least 1/64 and at most 255/64', () => {
  const { weights } = readPassageTokens(
    passageTokens(vectors, { ids: Uint16Array.of(1, 2), weights: Float32Array.of(0.001, 9) }),
    4,
  ).terms;
  expect([...weights]).toEqual([1 / 64, 255 / 64]);
});

test('the dot product of terms counts only the terms that both texts have', () => {
  expect(termProductWith(terms)({ ids: Uint16Array.of(3, 9), weights: Float32Array.of(0.5, 4) })).toBe(1);
  expect(termProductWith(terms)(terms)).toBe(1.5 ** 2 + 0.25 ** 2 + 4);
  expect(termProductWith(terms)(noTerms)).toBe(0);
});
