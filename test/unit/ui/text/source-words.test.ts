import { expect, it } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { sourceWords } from '../../../../src/ui/text/source-words.ts';

it.each([
  ['popup', 'The popup'],
  ['context-menu', 'The context menu'],
  ['omnibox', 'The address bar'],
  ['import:bookmarks', 'An import of bookmarks'],
  ['import:backup script', 'An import with the token “backup script”'],
  ['api:notes: mine', 'A program with the token “notes: mine”'],
  ['page:https://example.org', 'https://example.org'],
  ['constructor', 'constructor'],
  ['someone else', 'someone else'],
])('says who saved a memory: %s', (source, words) => {
  expect(sourceWords(source, translator())).toBe(words);
});
