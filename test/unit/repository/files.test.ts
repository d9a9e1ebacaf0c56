import { globSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { linesOfFiles, linesWith, textFiles } from '../../support/repository/text-files.ts';

/** Markers of unfinished work. Assembled from parts, because this file must not match. */
const unfinished = new RegExp(
  `\\b(${['TO', 'FIX', 'XX'].map((start, index) => start + ['DO', 'ME', 'X'][index]).join('|')})\\b`,
);
const registry = /https?:\/\/[^\s"'`/]*\b(npm|npmjs|registry|artifactory|nexus|jfrog|verdaccio)\b/i;
/** The formatter wraps code only. */
const longComment = /^(?=.{121})\s*(\/\*\*|\*|\/\/) /;
const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const thisMachine = new RegExp(`(${[process.cwd(), homedir()].map(escaped).join('|')})\\b`);

describe('files of the repository', () => {
  test('contain no markers of unfinished work', () => {
    expect(textFiles().length).toBeGreaterThan(0);
    expect(linesOfFiles(unfinished)).toEqual([]);
  });

  test('contain no path of this machine', () => {
    expect(linesOfFiles(thisMachine)).toEqual([]);
  });

  test('contain no host of a package registry', () => {
    expect(linesOfFiles(registry)).toEqual([]);
  });

  test('contain no comment line of more than 120 columns', () => {
    expect(linesOfFiles(longComment)).toEqual([]);
  });

  test.each([
    ['a long comment line', longComment, `  // ${'a '.repeat(60)}`, `  // ${'a '.repeat(57)}`],
    ['unfinished work', unfinished, ['// TO', 'DO: later'].join(''), 'const toDo = autodoc;'],
    ['a path of this machine', thisMachine, `cd ${process.cwd()}/src`, 'cd src'],
    [
      'a registry',
      registry,
      ['"resolved": "https://', 'registry.example.org/zod.tgz"'].join(''),
      'https://example.org/docs',
    ],
  ])('control: the check for %s finds an example and accepts similar text', (_, unwanted, bad, good) => {
    expect(linesWith(`${good}\n${bad}\n${good}`, unwanted)).toEqual([expect.stringMatching(/^2: /)]);
  });
});

interface Size {
  path: string;
  lines: number;
}

const max = { lines: 300, medianBelow: 100, wiringLines: 40 };

function sizeFaults(sizes: Size[]): string[] {
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return [
    ...sizes
      .filter(({ lines }) => lines > max.lines)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${max.lines}: it has more than one subject`),
    ...sizes
      .filter(({ path, lines }) => path.startsWith('entrypoints/') && lines > max.wiringLines)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${max.wiringLines}: it may only wire modules`),
    ...(median < max.medianBelow ? [] : [`the median file has ${median} lines, not below ${max.medianBelow}`]),
  ];
}

describe('source files', () => {
  test('are within the size limits', () => {
    const sizes = globSync('{src,entrypoints,conformance,scripts,bench,lint,test}/**/*.{ts,tsx,mjs}')
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
      // Generated files grow with the contract.
      .filter(({ text }) => !text.startsWith('// Made by `npm run '))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizeFaults(sizes)).toEqual([]);
  });

  test('docs/design.md has at most 20 kB', () => {
    expect(statSync('docs/design.md').size).toBeLessThanOrEqual(20_000);
  });

  test('control: the size check finds a long file, a long entrypoint and a high median', () => {
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
      'entrypoints/c.ts has 41 lines, more than 40: it may only wire modules',
    ]);
    expect(sizeFaults([{ path: 'src/a.ts', lines: 100 }])).toEqual(['the median file has 100 lines, not below 100']);
  });
});
