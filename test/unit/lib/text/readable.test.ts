import { expect, it } from 'vitest';
import { isReadable } from '../../../../src/lib/text/readable.ts';

it.each([
  ['a quiet hotel', ['en'], true],
  ['Übergröße', ['en'], true],
  ['酒店', ['en'], false],
  ['酒店 hotel', ['en'], true],
  ['отель', ['en'], false],
  ['отель', ['en', 'ru'], true],
  ['4471', ['en'], true],
  ['🌱', ['en'], false],
  ['?!', ['en'], false],
])('"%s" is readable by a model for the languages %j: %s', (text, languages, readable) =>
  expect(isReadable(text, languages)).toBe(readable),
);
