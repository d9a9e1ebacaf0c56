import { expect, test } from 'vitest';
import { packed, unpacked } from '../../../src/lib/four-bit.ts';
import { dot, lengthOf, unit } from '../../../src/lib/vector-math.ts';
import { randomFrom } from '../../../scripts/random.ts';

const width = 64;
const random = randomFrom(3);
const vectors = Array.from({ length: 20 }, () => unit(Float32Array.from({ length: width }, () => random() - 0.5)));

test('half a byte per value preserves the directions of vectors', () => {
  const bytes = packed(Float32Array.from(vectors.flatMap((vector) => [...vector])), width);
  expect(bytes).toHaveLength((20 * width) / 2);
  const values = unpacked(bytes, width);
  for (const [index, vector] of vectors.entries()) {
    const read = values.subarray(index * width, (index + 1) * width);
    expect(lengthOf(read)).toBeCloseTo(1, 5);
    expect(dot(read, vector)).toBeGreaterThan(0.99);
  }
});

test('keeps zeros as zeros', () => {
  expect([...unpacked(packed(new Float32Array(width), width), width)]).toEqual(Array.from({ length: width }, () => 0));
});
