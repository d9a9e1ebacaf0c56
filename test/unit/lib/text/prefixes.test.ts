import { expect, test } from 'vitest';
import { withOtherPrefixes } from '../../../../src/lib/text/prefixes.ts';

test('adds Hebrew and Arabic prefixes to a word, and removes its prefix', () => {
  expect(withOtherPrefixes('חיפה')).toContain('לחיפה');
  expect(withOtherPrefixes('לחיפה')).toContain('חיפה');
  expect(withOtherPrefixes('كتاب')).toContain('الكتاب');
  expect(withOtherPrefixes('الكتاب')).toContain('كتاب');
});

test('keeps at least three letters of a word', () => {
  expect(withOtherPrefixes('לחם')).not.toContain('חם');
});

test('leaves words of other or mixed scripts alone', () => {
  for (const word of ['haifa', 'хайфа', '海法', 'בa']) expect(withOtherPrefixes(word)).toEqual([]);
});
