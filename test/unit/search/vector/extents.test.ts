import { expect, test } from 'vitest';
import { Extents, type Extent } from '../../../../src/search/vector/extents.ts';
import { randomFrom } from '../../../../scripts/random.ts';

/** The blocks before `end` that no extent uses. */
function unused(taken: Extent[], end: number): number[] {
  const used = new Set(taken.flatMap(({ first, blocks }) => Array.from({ length: blocks }, (_, nth) => first + nth)));
  return Array.from({ length: end }, (_, block) => block).filter((block) => !used.has(block));
}

test('the allocator never hands out a used block, and counts the free blocks, after any allocations and releases', () => {
  const random = randomFrom(11);
  const extents = new Extents();
  const taken: Extent[] = [];
  for (let step = 0; step < 2_000; step++) {
    if (random() < 0.55) {
      const blocks = 1 + Math.floor(random() * 9);
      taken.push({ first: extents.take(blocks), blocks });
    } else if (taken.length > 0) extents.giveBack(taken.splice(Math.floor(random() * taken.length), 1)[0]!);
    const blocks = taken.reduce((sum, extent) => sum + extent.blocks, 0);
    const free = unused(taken, extents.end);
    expect(extents.end - free.length).toBe(blocks);
    expect(extents.free).toBe(free.length);
  }
  for (const extent of taken) extents.giveBack(extent);
  expect([extents.end, extents.free]).toEqual([0, 0]);
});

test('the allocator takes a gap below a given block, or returns undefined if no gap is large enough', () => {
  const extents = new Extents();
  extents.use([
    { first: 2, blocks: 1 },
    { first: 6, blocks: 2 },
  ]);
  expect(extents.take(3, 6)).toBe(3);
  expect(extents.take(3, 6)).toBeUndefined();
  expect(extents.take(2, 2)).toBe(0);
});

test('the allocator drops an extent that overlaps an extent in use', () => {
  const extents = new Extents();
  expect(
    extents.use([
      { first: 0, blocks: 3 },
      { first: 2, blocks: 3 },
      { first: 4, blocks: 1 },
    ]),
  ).toEqual([{ first: 2, blocks: 3 }]);
  expect([extents.end, extents.free]).toEqual([5, 1]);
});
