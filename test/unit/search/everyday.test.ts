import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { performanceTable } from '../../../bench/performance-table.ts';
import {
  countsOf,
  ofClass,
  queryClasses,
  recordedEveryday,
  type EverydayResult,
  type QueryClass,
} from '../../../bench/quality/everyday.ts';
import { everydayResults } from '../../everyday/everyday.ts';
import { report } from '../../support/rounds.ts';

let results: EverydayResult[];

beforeAll(async () => {
  results = await everydayResults();
});

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

test('almost all everyday queries with a wanted note find it first', () => {
  const { queries, first, topThree } = countsOf(results.filter(({ queryClass }) => queryClass !== 'none'));
  report(
    `everyday queries: wanted note first ${percent(first / queries)}, among the first three ${percent(topThree / queries)}`,
  );
  expect(first / queries).toBeGreaterThan(0.93);
  expect(topThree / queries).toBeGreaterThan(0.95);
});

test('almost all everyday queries about things that are in no note get no certain hit', () => {
  const { queries, certain } = countsOf(ofClass(results, 'none'));
  report(`everyday queries about things in no note: ${percent(1 - certain / queries)} without a certain hit`);
  expect(1 - certain / queries).toBeGreaterThan(0.95);
});

/** A Swedish singular whose note has the plural. Search stems only English words, so this match isn't certain. */
const swedishSingular = 'kanelbulle';

test('everyday queries with another form of a word, such as “ice cream” for “icecream”, find the wanted note with certainty', () => {
  const forms = ofClass(results, 'form').filter(({ text }) => text !== swedishSingular);
  expect(forms.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['ice cream condensed milk', 'wi fi lark guest', 'e-mail choir sundays']),
  );
  expect(forms.filter(({ certain }) => !certain)).toEqual([]);
});

describe('docs/performance.md', () => {
  test('shows the recorded results', () => {
    expect(readFileSync('docs/performance.md', 'utf8')).toBe(performanceTable());
  });

  // The processor decides which build of the model's kernel runs, and the builds round differently.
  test.each(Object.keys(queryClasses) as QueryClass[])(
    'differs from a new measurement by at most one query in the class %s',
    (name) => {
      const [measured, recorded] = [results, recordedEveryday().results].map((all) => countsOf(ofClass(all, name)));
      expect(measured!.queries).toBe(recorded!.queries);
      for (const figure of ['first', 'topThree', 'certain'] as const)
        expect(Math.abs(measured![figure] - recorded![figure]), `${figure}; run npm run everyday`).toBeLessThanOrEqual(
          1,
        );
    },
  );
});
