import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../../src/ui/i18n/en.ts';

const sources = globSync('{src,entrypoints}/**/*.{ts,tsx}')
  .filter((path) => !/i18n[\\/]en(-\w+)?\.ts$/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

/** Whether a source uses a message, by its key or by a template such as `keys.${name}`. */
const uses = (text: string, key: string) => text.includes(`'${key}'`) || text.includes(`\`${key.split('.')[0]}.$`);

const unused = (keys: string[], texts = sources) => keys.filter((key) => !texts.some((text) => uses(text, key)));

test('every UI message is used', () => {
  expect(unused(Object.keys(en))).toEqual([]);
});

test('the check finds an unused message', () => {
  expect(unused(['memory.edit', 'memory.sing', 'keys.open'], ["t('memory.edit')", 't(`keys.${name}`)'])).toEqual([
    'memory.sing',
  ]);
});

const messages = new Set<string>(Object.values(en).filter((text) => typeof text === 'string'));

/** Counts the names in bold in a section of a document, and returns those that no screen shows. */
const unknownNames = (document: string, heading: string) => {
  const section = document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))!;
  const names = Array.from(section.matchAll(/\*\*(.+?)\*\*/g), ([, name]) => name!);
  return { count: names.length, unknown: names.filter((name) => !messages.has(name)) };
};

test.each([
  ['README.md', 'Keep several browsers in sync', 5],
  ['docs/sync.md', 'Using it', 12],
])('every button and section named in %s (%s) is on a screen', (path, heading, least) => {
  const { count, unknown } = unknownNames(readFileSync(path, 'utf8'), heading);
  expect(unknown).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(least);
});

test('the check finds a name that no screen shows', () => {
  const document = '## Before\n**Neither**\n## Steps\nChoose **Start syncing**, or **Begin**.\n## After\n**Nor**\n';
  expect(unknownNames(document, 'Steps')).toEqual({ count: 2, unknown: ['Begin'] });
});
