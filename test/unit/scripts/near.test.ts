import { expect, test } from 'vitest';
import { chooseFitting, touchedTests } from '../../../scripts/near/touched.ts';

const imports = [
  ['test/far.test.ts', 'src/far.ts'],
  ['src/far.ts', 'src/near.ts'],
  ['src/near.ts', 'src/changed.ts'],
  ['test/near.test.ts', 'src/near.ts'],
  ['test/both.test.ts', 'src/far.ts'],
  ['test/both.test.ts', 'src/changed.ts'],
  ['test/other.test.ts', 'src/other.ts'],
].map(([from, to]) => ({ from: from!, to: to! }));

test('npm run near finds changed tests and tests that import changed files, nearest first', () => {
  const isTest = (file: string) => file.endsWith('.test.ts');
  expect(touchedTests(['src/changed.ts', 'test/own.test.ts'], imports, isTest)).toEqual([
    { file: 'test/own.test.ts', distance: 0 },
    { file: 'test/both.test.ts', distance: 1 },
    { file: 'test/near.test.ts', distance: 2 },
    { file: 'test/far.test.ts', distance: 3 },
  ]);
});

test('npm run near runs the nearest tests that fit into the time limit, or else the nearest test', () => {
  const seconds = (name: string) => name.length;
  expect(chooseFitting(['aa', 'bbb', 'c'], 4, seconds)).toEqual(['aa', 'c']);
  expect(chooseFitting(['aaaaa', 'b'], 4, seconds)).toEqual(['b']);
  expect(chooseFitting(['aaaaa', 'bbbbbb'], 4, seconds)).toEqual(['aaaaa']);
  expect(chooseFitting([], 4, seconds)).toEqual([]);
});
