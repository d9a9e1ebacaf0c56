import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The npm scripts that users run. In a fresh clone, each script must first install the packages. */
const commands = ['README.md', 'docs/clients.md', 'docs/store/README.md'].flatMap((path) =>
  [...read(path).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!),
);

test.each([...new Set(commands)])('`npm run %s` installs the packages that it needs', (name) => {
  const [, script] = /node (scripts\/[\w-]+\.mjs)/.exec(scripts[name] ?? '') ?? [];
  expect(script, scripts[name]).toBeDefined();
  expect(read(script!)).toContain('runUnderNode24');
});
