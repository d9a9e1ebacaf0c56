import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outdatedFolders, reasonToInstall } from '../../../../scripts/bootstrap/installed.mjs';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/index.ts';

const locked = {
  '': {},
  'node_modules/a': { version: '1.0.0', integrity: 'x' },
  'node_modules/for-another-platform': { version: '1.0.0', optional: true },
};
const present = { 'node_modules/a': { version: '1.0.0', integrity: 'x' } };
const allExist = () => true;

describe('outdatedFolders', () => {
  test('is empty if all packages of this platform are installed', () => {
    expect(outdatedFolders(locked, present, allExist)).toEqual([]);
  });

  test.each([
    ['a new package', { ...locked, 'node_modules/b': { version: '2.0.0' } }, present, allExist, 'node_modules/b'],
    [
      'another version',
      { ...locked, 'node_modules/a': { version: '1.0.1', integrity: 'x' } },
      present,
      allExist,
      'node_modules/a',
    ],
    [
      'other contents',
      { ...locked, 'node_modules/a': { version: '1.0.0', integrity: 'y' } },
      present,
      allExist,
      'node_modules/a',
    ],
    ['a folder that was deleted', locked, present, () => false, 'node_modules/a'],
    [
      'another version of an optional package',
      locked,
      { ...present, 'node_modules/for-another-platform': { version: '0.9.0' } },
      allExist,
      'node_modules/for-another-platform',
    ],
  ])('reports %s', (_, wanted, found, exists, folder) => {
    expect(outdatedFolders(wanted, found, exists)).toEqual([folder]);
  });
});

describe('reasonToInstall', () => {
  let root: string;
  const write = (path: string, value: object) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(value));
  };
  beforeEach(() => {
    root = temporaryFolder('root');
    write('package-lock.json', { packages: locked });
  });
  afterEach(() => removeFolder(root));

  test('returns a reason for a fresh clone', () => {
    expect(reasonToInstall(root)).toBe('nothing is installed yet');
  });

  test('returns a reason after a package is deleted by hand', () => {
    write('node_modules/.package-lock.json', { packages: present });
    write('node_modules/a/package.json', {});
    expect(reasonToInstall(root)).toBeUndefined();
    removeFolder(join(root, 'node_modules/a'));
    expect(reasonToInstall(root)).toBe('1 of the required packages changed');
  });
});
