import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksum, checksumOfFloats, crc32 } from '../../../src/lib/checksum.ts';

const words = fc.uint32Array({ minLength: 1, maxLength: 40 });
const checksumOf = (all: Uint32Array, seed = 0) => checksum(all, 0, all.length, seed);

test('the checksum changes if any single word changes', () => {
  fc.assert(
    fc.property(words, fc.nat(), fc.integer({ min: 1, max: 0xffff_ffff }), (all, index, change) => {
      const changed = all.slice();
      changed[index % all.length]! ^= change;
      expect(checksumOf(changed)).not.toBe(checksumOf(all));
    }),
    { seed: 1 },
  );
});

test('the checksum depends on the words from `start` up to but excluding `end`, and on the seed', () => {
  const all = Uint32Array.from({ length: 11 }, (_, index) => index * 0x0101_0101);
  expect(checksum(all, 2, 9, 5)).toBe(checksumOf(all.slice(2, 9), 5));
  expect(checksumOf(all, 5)).not.toBe(checksumOf(all, 6));
  expect(checksumOf(all.slice(0, 10))).not.toBe(checksumOf(all));
});

test('the checksum still has the values that are stored on disk', () => {
  expect(checksumOf(Uint32Array.of(1, 2, 3, 4, 5))).toBe(0x54e5_da31);
});

test('the checksum covers all bits of a vector’s floats', () => {
  const vector = Float32Array.of(0, 0.25, -1);
  expect(checksumOfFloats(vector)).toBe(checksumOf(new Uint32Array(vector.buffer)));
  expect(checksumOfFloats(Float32Array.of(-0, 0.25, -1))).not.toBe(checksumOfFloats(vector));
});

test('crc32 matches its published check value', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('crc32 equals zlib’s for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    }),
    { seed: 1 },
  );
});
