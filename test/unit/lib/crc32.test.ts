import { crc32 as zlibs } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from '../../../src/lib/crc32.ts';

test('the check value of CRC-32 is that of its catalogues', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

test('it is that of zlib for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(crc32(bytes)).toBe(zlibs(bytes));
    }),
    { seed: 1 },
  );
});
