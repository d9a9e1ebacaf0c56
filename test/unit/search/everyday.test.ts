import { beforeAll, expect, test } from 'vitest';
import { everydayResults, type EverydayResult } from '../../everyday/everyday.ts';
import { report } from '../../support/rounds.ts';

let results: EverydayResult[];

beforeAll(async () => {
  results = await everydayResults();
});

const shareOf = (all: EverydayResult[], predicate: (result: EverydayResult) => boolean) =>
  all.filter(predicate).length / all.length;

test('everyday queries find the wanted note first', () => {
  const wanted = results.filter(({ queryClass }) => queryClass !== 'none');
  const first = shareOf(wanted, ({ rank }) => rank === 1);
  const topThree = shareOf(wanted, ({ rank = Infinity }) => rank <= 3);
  report(`everyday queries: wanted note first ${percent(first)}, among the first three ${percent(topThree)}`);
  expect(first).toBeGreaterThan(0.93);
  expect(topThree).toBeGreaterThan(0.95);
});

test('everyday queries about things in no note get no certain hit', () => {
  const absent = results.filter(({ queryClass }) => queryClass === 'none');
  const withoutCertainHit = shareOf(absent, ({ certain }) => !certain);
  report(`everyday queries about things in no note: ${percent(withoutCertainHit)} without a certain hit`);
  expect(withoutCertainHit).toBeGreaterThan(0.95);
});

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
