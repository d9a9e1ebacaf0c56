import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../../../scripts/import-graph.ts';

/** Code that sends requests: the client for HTTP, which the extension doesn't contain, and what reads the extension's own files. */
const senders = /\bfetch\(|\bnew (XMLHttpRequest|WebSocket|EventSource)\(|\.sendBeacon\(/;

/** Every file that a set of files imports, directly or not. */
function reachable(from: string[]): string[] {
  const found = new Set(from);
  for (const file of found)
    for (const { to } of importsOf(file, readFileSync(file, 'utf8')))
      if (/^(src|entrypoints)\/.*\.tsx?$/.test(to)) found.add(to);
  return [...found];
}

test('one module of the extension can fetch, and it reads the extension’s own files', () => {
  const files = reachable(globSync('entrypoints/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/')));
  expect(files.length).toBeGreaterThan(100);
  const sending = files.filter((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return code.split('\n').some((line) => senders.test(line) && !/\.fetch\(|^\s*fetch\(request: Request/.test(line));
  });
  expect(sending).toEqual(['src/extension/package-file.ts']);
});
