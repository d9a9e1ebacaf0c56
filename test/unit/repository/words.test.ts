import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../../src/ui/i18n/en.ts';

const sources = globSync('{src,entrypoints}/**/*.{ts,tsx}')
  .filter((path) => !/words[\\/]en(-\w+)?\.ts$/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

/** Whether a text asks for a word, by its key or by a template such as `keys.${name}`. */
const asks = (text: string, key: string) => text.includes(`'${key}'`) || text.includes(`\`${key.split('.')[0]}.$`);

const unsaid = (keys: string[], texts = sources) => keys.filter((key) => !texts.some((text) => asks(text, key)));

test('every word is said somewhere', () => {
  expect(unsaid(Object.keys(en))).toEqual([]);
});

test('the guard sees one that is not', () => {
  expect(unsaid(['memory.edit', 'memory.sing', 'keys.open'], ["t('memory.edit')", 't(`keys.${name}`)'])).toEqual([
    'memory.sing',
  ]);
});
