import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isSameOrder, mergeKeepingPinned, updateInOrder } from '../../../../src/ui/state/refine.ts';
import type { Listed } from '../../../../src/ui/state/view.ts';

const seed = 20260704;

/** A listed memory. `by`: the name of the list that contains it. */
const hit = (id: string, by: string) => ({ id, content: by }) as Listed;
const ids = (list: Listed[]) => list.map(({ id }) => id);
const letters = [...'abcdefghij'];
const listBy = (by: string) => fc.shuffledSubarray(letters).map((some) => some.map((id) => hit(id, by)));

const situations = fc.record({ shown: listBy('shown'), better: listBy('better'), pinned: fc.subarray(letters) });
const checkAll = (law: (situation: { shown: Listed[]; better: Listed[]; pinned: string[] }) => void) =>
  fc.assert(fc.property(situations, law), { seed, numRuns: 2_000 });

describe('a list refined by a better answer', () => {
  it('keeps every pinned row and all rows above it unchanged', () => {
    checkAll(({ shown, better, pinned }) => {
      const list = mergeKeepingPinned(shown, better, pinned);
      for (const id of pinned) {
        const index = shown.findIndex((memory) => memory.id === id);
        for (let above = 0; above <= index; above++) expect(list[above]).toBe(shown[above]);
      }
    });
  });

  it('is the better answer if no shown row is pinned', () => {
    checkAll(({ shown, better, pinned }) => {
      if (!shown.some(({ id }) => pinned.includes(id))) expect(mergeKeepingPinned(shown, better, pinned)).toBe(better);
    });
  });

  it('contains each memory once, and all memories of the better answer', () => {
    checkAll(({ shown, better, pinned }) => {
      const list = ids(mergeKeepingPinned(shown, better, pinned));
      expect(new Set(list).size).toBe(list.length);
      expect(list).toEqual(expect.arrayContaining(ids(better)));
    });
  });

  it('has the better order below pinned rows, and ends with the rows that only the shown list had', () => {
    checkAll(({ shown, better, pinned }) => {
      const last = shown.findLastIndex(({ id }) => pinned.includes(id));
      if (last < 0) return;
      const below = ids(mergeKeepingPinned(shown, better, pinned)).slice(last + 1);
      const kept = ids(shown).slice(0, last + 1);
      const expected = ids(better).filter((id) => !kept.includes(id));
      expect(below.slice(0, expected.length)).toEqual(expected);
      expect(below.slice(expected.length)).toEqual(
        ids(shown)
          .slice(last + 1)
          .filter((id) => !ids(better).includes(id)),
      );
    });
  });

  it('is never shorter than the shown list while a row is pinned', () => {
    checkAll(({ shown, better, pinned }) => {
      if (shown.some(({ id }) => pinned.includes(id)))
        expect(mergeKeepingPinned(shown, better, pinned).length).toBeGreaterThanOrEqual(shown.length);
    });
  });

  it('takes the rows below pinned rows from the better answer', () => {
    expect(
      mergeKeepingPinned(
        [hit('a', 'shown'), hit('b', 'shown')],
        [hit('c', 'better'), hit('b', 'better'), hit('a', 'better')],
        ['a'],
      ),
    ).toEqual([hit('a', 'shown'), hit('c', 'better'), hit('b', 'better')]);
  });
});

it('compares the order of two lists by their ids only', () => {
  const list = [hit('a', 'shown'), hit('b', 'shown')];
  expect(isSameOrder(list, [hit('a', 'better'), hit('b', 'better')])).toBe(true);
  for (const other of [[...list].reverse(), [list[0]!], [...list, hit('c', 'shown')]])
    expect(isSameOrder(list, other)).toBe(false);
});

test('an updated list has the memories of the answer, in the shown order', () => {
  checkAll(({ shown, better }) => {
    const list = updateInOrder(shown, better);
    expect(ids(list).toSorted()).toEqual(ids(better).toSorted());
    const isInBoth = (id: string) => ids(shown).includes(id) && ids(better).includes(id);
    expect(ids(list).filter(isInBoth)).toEqual(ids(shown).filter(isInBoth));
    if (
      isSameOrder(
        shown.filter(({ id }) => isInBoth(id)),
        better.filter(({ id }) => isInBoth(id)),
      )
    )
      expect(ids(list)).toEqual(ids(better));
  });
});
