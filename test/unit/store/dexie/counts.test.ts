import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';
import { facetsOf } from '../../../../src/store/dexie/facets.ts';
import { strictDatabase } from '../../../../src/store/dexie/names.ts';
import { someEdits } from '../../../support/store-cases/arbitraries.ts';
import { applyEdits } from '../../../support/store-cases/edits.ts';
import { FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { checkProperty } from '../../../support/property.ts';

function recounted(rows: Iterable<MemoryRow>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of [...rows].flatMap(facetsOf).map((facet) => JSON.stringify(facet)))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

test('after any edits, the stored counts of memories equal a recount, and no stored count is 0', async () => {
  const property = fc.asyncProperty(someEdits(10, 40), async (edits) => {
    const browser = new FakeBrowser();
    const expected = await applyEdits(browser.store(), edits);
    const { counts, memories } = await browser.rows(strictDatabase);
    const stored = (counts as { facet: string[]; count: number }[]).map(
      ({ facet, count }) => [JSON.stringify(facet), count] as const,
    );
    expect(new Map(stored)).toEqual(recounted(expected.values()));
    expect(memories).toHaveLength(expected.size);
  });
  await checkProperty('stored counts', property, { seed: 6, runs: 25, seconds: 2 });
});
