import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Codes } from '../../../../src/search/vector/codes.ts';
import { quantised } from '../../../../src/search/vector/quantised.ts';
import { dot } from '../../../../src/lib/vector-math.ts';
import { randomFrom } from '../../../../scripts/random.ts';
import { module, vectorOf } from './fixtures.ts';

const kernel = await module();

/** Vectors of small integers, which give many equal scores and exact sums. */
const small = (dimensions: number, limit: number) =>
  fc
    .array(fc.integer({ min: -limit, max: limit }), { minLength: dimensions, maxLength: dimensions })
    .map((values) => Int8Array.from(values));

/** The expected result of `nearest`: the best score of each memory that passes `mask`, best first, ties by number. */
function expectedHits(
  slots: Map<number, { codes: Int8Array; memory: number }>,
  query: Float32Array,
  mask: Uint8Array | undefined,
  limit: number,
) {
  const best = new Map<number, number>();
  for (const { codes, memory } of slots.values()) {
    const score = dot(query, Float32Array.from(codes));
    if (mask?.[memory] !== 0 && score > (best.get(memory) ?? -Infinity)) best.set(memory, score);
  }
  return [...best].sort(([one, score], [other, otherScore]) => otherScore - score || one - other).slice(0, limit);
}

describe('quantised vectors', () => {
  it('give the same hits as plain dot products, for writes in any order, gaps, masks and equal scores', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 8, 16, 17, 40).chain((dimensions) =>
          fc.tuple(
            fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), small(dimensions, 2), fc.integer({ min: 0, max: 9 })), {
              minLength: 1,
              maxLength: 50,
            }),
            fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 10 }),
            small(dimensions, 1).filter((query) => query.some((value) => value !== 0)),
            fc.option(fc.uint8Array({ minLength: 10, maxLength: 10, max: 1 }), { nil: undefined }),
            fc.integer({ min: 1, max: 12 }),
          ),
        ),
        ([puts, freed, query, mask, limit]) => {
          const codes = new Codes(kernel, query.length, (one, other) => one < other);
          const slots = new Map<number, { codes: Int8Array; memory: number }>();
          for (const [slot, values, memory] of puts) {
            codes.put(slot, { codes: values, scale: 1 }, memory);
            slots.set(slot, { codes: values, memory });
          }
          for (const slot of freed) if (slots.delete(slot)) codes.free(slot);
          const vector = Float32Array.from(query);
          const hits = codes.nearest(vector, mask, limit);
          expect(hits.map(({ memory, score }) => [memory, Math.round(score)])).toEqual(
            expectedHits(slots, vector, mask, limit).map(([memory, score]) => [memory, score + 0]),
          );
          for (const { slot, memory, score } of hits) {
            expect(slots.get(slot)!.memory).toBe(memory);
            expect(codes.scores(vector, [slot])).toEqual([score]);
          }
          for (const [slot, { codes: values }] of slots) expect(codes.take(slot)).toEqual({ codes: values, scale: 1 });
        },
      ),
      { seed: 20_261_121, numRuns: 600 },
    );
  });

  it('approximate the cosine within the quantisation error', () => {
    const dimensions = 384;
    const codes = new Codes(kernel, dimensions, (one, other) => one < other);
    const vectors = Array.from({ length: 1_500 }, (_, number) => vectorOf(`point ${number}`, '', dimensions));
    for (const [number, vector] of vectors.entries()) codes.put(number, quantised(vector), number);
    const query = vectorOf('looked for', '', dimensions);
    const hits = codes.nearest(query, undefined, 1_500);
    expect(hits.length).toBe(1_500);
    for (const { slot, memory, score } of hits) {
      expect(slot).toBe(memory);
      expect(Math.abs(score - dot(query, vectors[memory]!))).toBeLessThan(0.002);
    }
  });

  it.for([384, 1_536])('give the largest dot products of %i dimensions without overflow', (dimensions) => {
    const codes = new Codes(kernel, dimensions, () => false);
    const random = randomFrom(1);
    const signs = Float32Array.from({ length: dimensions }, () => (random() < 0.5 ? -1 : 1) / Math.sqrt(dimensions));
    codes.put(0, quantised(signs), 0);
    codes.put(1, quantised(signs.map((value) => -value)), 1);
    expect(codes.nearest(signs, undefined, 2).map(({ memory, score }) => [memory, Number(score.toFixed(4))])).toEqual([
      [0, 1],
      [1, -1],
    ]);
  });

  it('are dropped from the given slot on', () => {
    const codes = new Codes(kernel, 8, () => false);
    for (let slot = 0; slot < 20; slot++)
      codes.put(slot, { codes: Int8Array.of(1, 0, 0, 0, 0, 0, 0, 0), scale: 1 }, slot);
    codes.cut(3);
    expect(
      codes
        .nearest(Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0), undefined, 99)
        .map(({ memory }) => memory)
        .sort((one, other) => one - other),
    ).toEqual([0, 1, 2]);
    expect([codes.owner(2), codes.owner(3), codes.owner(99)]).toEqual([2, undefined, undefined]);
  });
});
