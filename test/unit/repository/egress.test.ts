import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../../../scripts/import-graph.ts';

const senders = /\bfetch\(|\?\? fetch\)\(|\bnew (XMLHttpRequest|WebSocket|EventSource)\(|\.sendBeacon\(/;

/** These files and every file of `src` and `entrypoints` that they import, directly or indirectly. */
function reachable(from: string[]): string[] {
  const found = new Set(from);
  for (const file of found)
    for (const { to } of importsOf(file, readFileSync(file, 'utf8')))
      if (/^(src|entrypoints)\/.*\.tsx?$/.test(to)) found.add(to);
  return [...found];
}

const filesOf = (entrypoint: string) => reachable(globSync(entrypoint).map((path) => path.replaceAll('\\', '/')));

const sendersIn = (files: string[]) =>
  files
    .filter((file) => {
      const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return code.split('\n').some((line) => senders.test(line) && !/\.fetch\(|^\s*fetch\(request: Request/.test(line));
    })
    .sort();

const ownFiles = 'src/extension/package-file.ts';
const pdf = 'src/extension/capture/injected/fetch-pdf.ts';
const client = 'src/client/transports/fetch.ts';

test('only three modules send requests: the reader of packaged files, the sync client and the PDF download', () => {
  const files = filesOf('entrypoints/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(100);
  expect(sendersIn(files)).toEqual([client, pdf, ownFiles]);
});

test('only the engine’s worker contains the sync client', () => {
  const entrypoints = globSync('entrypoints/**/*.{ts,tsx}').filter((path) => filesOf(path).includes(client));
  expect(entrypoints).toEqual(['entrypoints/engine.ts']);
});
