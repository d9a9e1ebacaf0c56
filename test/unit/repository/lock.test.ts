import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingFromLock, type Lock } from '../../support/repository/lock.ts';

test('package-lock.json holds the packages of every platform', () => {
  expect(missingFromLock(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock)).toEqual([]);
});

test('the guard sees one that is missing', () => {
  const packages = {
    '': { optionalDependencies: { 'node-here': '24' } },
    'node_modules/node-here': {},
    'node_modules/tool': { optionalDependencies: { 'tool-here': '1', 'tool-nested': '1', 'tool-elsewhere': '1' } },
    'node_modules/tool-here': {},
    'node_modules/tool/node_modules/tool-nested': {},
  };
  expect(missingFromLock({ packages })).toEqual(['tool-elsewhere']);
});
