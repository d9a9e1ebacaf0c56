import { globSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { sizeFaults } from '../../support/repository/sizes.ts';
import { linesOfFiles, linesWith, textFiles } from '../../support/repository/text-files.ts';

/** Put together here, so that this file does not hold what it looks for. */
const unfinished = new RegExp(
  `\\b(${['TO', 'FIX', 'XX'].map((start, index) => start + ['DO', 'ME', 'X'][index]).join('|')})\\b`,
);
const registry = /https?:\/\/[^\s"'`/]*\b(npm|npmjs|registry|artifactory|nexus|jfrog|verdaccio)\b/i;
const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const thisMachine = new RegExp(`(${[process.cwd(), homedir()].map(escaped).join('|')})\\b`);

describe('files of the repository', () => {
  test('hold no unfinished business', () => {
    expect(textFiles().length).toBeGreaterThan(0);
    expect(linesOfFiles(unfinished)).toEqual([]);
  });

  test('hold no path of this machine', () => {
    expect(linesOfFiles(thisMachine)).toEqual([]);
  });

  test('hold no host of a package registry', () => {
    expect(linesOfFiles(registry)).toEqual([]);
  });

  test.each([
    ['unfinished business', unfinished, ['// TO', 'DO: later'].join(''), 'const toDo = autodoc;'],
    ['a path of this machine', thisMachine, `cd ${process.cwd()}/src`, 'cd src'],
    [
      'a registry',
      registry,
      ['"resolved": "https://', 'registry.example.org/zod.tgz"'].join(''),
      'https://example.org/docs',
    ],
  ])('the guard against %s sees it, and nothing else', (_, unwanted, bad, good) => {
    expect(linesWith(`${good}\n${bad}\n${good}`, unwanted)).toEqual([expect.stringMatching(/^2: /)]);
  });
});

describe('source files', () => {
  test('are small', () => {
    const sizes = globSync('{src,entrypoints}/**/*.{ts,tsx}').map((path) => ({
      path: path.replaceAll('\\', '/'),
      lines: readFileSync(path, 'utf8').split('\n').length - 1,
    }));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizeFaults(sizes)).toEqual([]);
  });

  test('the guard of sizes sees a file that is too long, an entrypoint that does work, and a house of long files', () => {
    expect(
      sizeFaults([
        { path: 'src/a.ts', lines: 300 },
        { path: 'src/b.ts', lines: 1 },
        { path: 'entrypoints/c.ts', lines: 40 },
      ]),
    ).toEqual([]);
    expect(
      sizeFaults([
        { path: 'src/a.ts', lines: 301 },
        { path: 'src/b.ts', lines: 1 },
        { path: 'entrypoints/c.ts', lines: 41 },
      ]),
    ).toEqual([
      'src/a.ts has 301 lines, more than 300: it has more than one subject',
      'entrypoints/c.ts has 41 lines, more than 40: an entrypoint only wires',
    ]);
    expect(sizeFaults([{ path: 'src/a.ts', lines: 100 }])).toEqual(['the median file has 100 lines, not below 100']);
  });
});
