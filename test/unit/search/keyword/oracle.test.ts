import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { naiveSearch } from './naive.ts';
import { Notebook } from './notebook.ts';
import { allLayouts } from './searching.ts';
import { checkProperty } from '../../../support/property.ts';

const vocabulary =
  `sail sails sailing sailor boat boats boot café cafe cafés caffeine the of running runs runner rune ocean oceans 東京 東京都 京都 研究 研究生 生命 起源 プログラミング ёлка
  straße strasse 3 2026 a x mañana manana hope hopes hopeful relation relations related example org don't naïve 🎉`.split(
    /\s+/,
  );
const misspelt = [
  '2025',
  'relatiom',
  'runnez',
  'saling',
  'boaat',
  'oceon',
  'relatoin',
  'hoop',
  'zzz',
  'unknowable',
  '究極',
  '研究生命',
  '東京都庁',
  'グラ',
  '大起源',
];

const text = (maxWords: number) =>
  fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: maxWords }).map((words) => words.join(' '));
const note = fc.record({
  content: text(12),
  title: fc.option(text(4)),
  tags: fc.uniqueArray(fc.constantFrom('sail', 'café', 'Zürich trip', 'x'), { maxLength: 2 }),
  url: fc.option(fc.constantFrom('https://www.example.org/boat', 'http://sailing.example/')),
});
const id = fc.integer({ min: 0, max: 14 }).map((number) => `mem_${number}`);
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('save' as const), id, note) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('trash' as const, 'restore' as const, 'erase' as const), id) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('catch up' as const)) },
);
const query = fc
  .tuple(
    fc.array(fc.constantFrom(...vocabulary, ...vocabulary.map((word) => word.slice(0, 3)), ...misspelt), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('', ' '),
  )
  .map(([words, end]) => words.join(' ') + end);

it.each(allLayouts)(
  'finds and scores like the reference implementation after any saves, changes and deletions: %s',
  async (_, parts) => {
    await checkProperty(
      'keyword index',
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 20 }),
        async (edits, queries, limit) => {
          const notebook = new Notebook();
          const index = keywordIndex(parts);
          for (const [kind, target, fields] of edits) {
            if (kind === 'catch up') await index.catchUp(notebook);
            else if (kind === 'save') notebook.save(target, fields);
            else notebook[kind](target);
          }
          await index.catchUp(notebook);
          for (const text of queries) {
            const expected = naiveSearch(notebook.live(), text);
            const hits = await index.search({ text, filters: {}, limit });
            expect(hits.map((hit) => hit.id).sort()).toEqual(expectedIds(hits, expected, limit));
            for (const [i, hit] of hits.entries()) {
              expect(hit.score).toBeCloseTo(expected.get(hit.id)!.score, 9);
              expect(new Set(hit.words)).toEqual(expected.get(hit.id)!.words);
              expect(hit.score).toBeLessThanOrEqual(hits[i - 1]?.score ?? Infinity);
            }
          }
        },
      ),
      { seed: 20_261_121, runs: 250, seconds: 2 },
    );
  },
);

/** The ids of the best memories. Among equal scores, prefers the memories that the search returned. */
function expectedIds(hits: { id: string }[], expected: Map<string, { score: number }>, limit: number): string[] {
  const returned = new Set(hits.map((hit) => hit.id));
  return [...expected]
    .sort(([one, { score }], [other, { score: otherScore }]) =>
      Math.abs(otherScore - score) > 1e-9
        ? otherScore - score
        : Number(returned.has(other)) - Number(returned.has(one)),
    )
    .slice(0, limit)
    .map(([one]) => one)
    .sort();
}
