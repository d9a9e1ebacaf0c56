import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/**
 * Optional packages that a lock requires but doesn't contain. When npm writes a lock, it leaves out packages for other
 * platforms that the registry in use lacks. `npm ci` then rejects the lock on every platform.
 */
const missingFromLock = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );

test('package-lock.json contains the packages of every platform', () => {
  expect(missingFromLock(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock)).toEqual([]);
});

test('the check finds a missing package', () => {
  const packages = {
    '': { optionalDependencies: { 'node-here': '24' } },
    'node_modules/node-here': {},
    'node_modules/tool': { optionalDependencies: { 'tool-here': '1', 'tool-nested': '1', 'tool-elsewhere': '1' } },
    'node_modules/tool-here': {},
    'node_modules/tool/node_modules/tool-nested': {},
  };
  expect(missingFromLock({ packages })).toEqual(['tool-elsewhere']);
});
