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
