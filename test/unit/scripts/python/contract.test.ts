import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contractFiles, packageFolder } from '../../../../scripts/python/contract/files.ts';
import { guideFile, withReference } from '../../../../scripts/python/contract/reference.ts';

const contract = contractFiles();

test.each(Object.keys(contract))('%s is what `npm run python:contract` writes', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(contract[path]);
});

test('the methods in docs/python.md are what `npm run python:contract` writes', () => {
  const guide = readFileSync(guideFile, 'utf8');
  expect(guide).toBe(withReference(guide));
});

test('the generated folders contain exactly the generated Python files', () => {
  const found = globSync(`${packageFolder}/{_contract,_resources}/*.py`).map((path) => path.replaceAll('\\', '/'));
  expect(found.sort()).toEqual(Object.keys(contract).sort());
});

test('no handwritten Python file has more than 300 lines', () => {
  const written = globSync('python/**/*.py', { exclude: (path) => /_contract|_resources/.test(path) });
  expect(written.length).toBeGreaterThan(10);
  const lengths = written.map((path) => [path, readFileSync(path, 'utf8').split('\n').length - 1]);
  expect(lengths.filter(([, lines]) => Number(lines) > 300)).toEqual([]);
});
