import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksum, floatsCheckOf } from '../../../src/lib/checksum.ts';

const words = fc.uint32Array({ minLength: 1, maxLength: 40 });
const of = (all: Uint32Array, seed = 0) => checksum(all, 0, all.length, seed);

test('any one word that changes changes it', () => {
  fc.assert(
    fc.property(words, fc.nat(), fc.integer({ min: 1, max: 0xffff_ffff }), (all, at, change) => {
      const changed = all.slice();
      changed[at % all.length]! ^= change;
      expect(of(changed)).not.toBe(of(all));
    }),
    { seed: 1 },
  );
});

test('it is of the words from start to before end, and of the seed', () => {
  const all = Uint32Array.from({ length: 11 }, (_, place) => place * 0x0101_0101);
  expect(checksum(all, 2, 9, 5)).toBe(of(all.slice(2, 9), 5));
  expect(of(all, 5)).not.toBe(of(all, 6));
  expect(of(all.slice(0, 10))).not.toBe(of(all));
});

test('what is kept on disk is checked by this very sum', () => {
  expect(of(Uint32Array.of(1, 2, 3, 4, 5))).toBe(0x54e5_da31);
});

test('a vector is checked by the bits of its floats', () => {
  const vector = Float32Array.of(0, 0.25, -1);
  expect(floatsCheckOf(vector)).toBe(of(new Uint32Array(vector.buffer)));
  expect(floatsCheckOf(Float32Array.of(-0, 0.25, -1))).not.toBe(floatsCheckOf(vector));
});
