import { describe, expect, test } from 'vitest';
import {
  duplicatedBy,
  duplicateTag,
  isCutFrom,
  applyTagChanges,
  patchOf,
  printsOfText,
  sameField,
  sameFields,
  sameTags,
  sameText,
  similarText,
} from '../../../src/sync/fields.ts';
import { limits } from '../../../src/v1/limits.ts';
import { fields } from '../../support/sync-plan.ts';

const capture = { kind: 'pdf' as const, page: 3 };

describe('texts', () => {
  test.each([
    ['a', 'a', true, true],
    ['e\u0301', 'é', true, true],
    ['a\r\nb', 'a\nb', true, true],
    ['a  b ', 'a b', false, true],
    ['ﬁn', 'fin', false, true],
    ['a b', 'ab', false, false],
    ['a', 'A', false, false],
  ])('"%s" and "%s": the same %s, similar %s', (one, other, same, similar) => {
    expect([sameText(one, other), similarText(one, other)]).toEqual([same, similar]);
    expect(printsOfText(one)[0] === printsOfText(other)[0]).toBe(similar);
  });

  test('are found by their beginning if they are long', () => {
    const start = 'x'.repeat(100);
    expect(printsOfText(`${start} one`)[1]).toBe(printsOfText(`${start} two`)[1]);
    expect(printsOfText(`${start} one`)[0]).not.toBe(printsOfText(`${start} two`)[0]);
    expect(printsOfText(start)).toContain(printsOfText(`${start} one`)[1]);
    expect(printsOfText(start.slice(1))).toHaveLength(1);
  });

  test.each([
    ['the beginning', 'x'.repeat(100), 0, true],
    ['too short to be cut', 'x'.repeat(99), 0, false],
    ['not the beginning', `${'x'.repeat(100)}z`, 0, false],
    ['as long as the server’s longest text', 'x'.repeat(100), 100, true],
    ['shorter only by white space that may have been trimmed', 'x'.repeat(100), 104, true],
    ['shorter than the server’s longest text', 'x'.repeat(100), 105, false],
    ['with as many bytes as the server’s longest text has characters', 'ü'.repeat(100), 200, true],
  ])('count as cut only if they are a long enough beginning of the sent text: %s', (_, returned, longest, isCut) => {
    expect(isCutFrom(`${returned[0]!.repeat(150)} and more`, returned, longest)).toBe(isCut);
  });
});

describe('tags', () => {
  test.each([
    [['a', 'b'], ['b', 'a'], true],
    [['Reise'], ['reise'], true],
    [['a', 'A'], ['a'], true],
    [['a'], ['a', 'b'], false],
    [['a', 'b'], ['a', 'c'], false],
    [['a', 'b'], ['a'], false],
  ])('%j and %j: the same %s', (one, other, same) => {
    expect(sameTags(one, other)).toBe(same);
  });

  test.each([
    [[], ['new'], ['mine'], ['mine', 'new']],
    [['old'], [], ['Old', 'mine'], ['mine']],
    [['old'], ['OLD', 'new'], ['old'], ['old', 'new']],
    [[], ['Mine'], ['mine'], ['mine']],
    [['old'], ['old'], [], []],
  ])('changed from %j to %j turn %j into %j', (from, to, onto, result) => {
    expect(applyTagChanges(from, to, onto)).toEqual(result);
  });

  test('can mark a duplicate, unless the id of the duplicated memory is too long', () => {
    const longest = 'x'.repeat(limits.tagCharacters - 'mx:dup:'.length);
    expect(duplicateTag(longest)).toEqual([`mx:dup:${longest}`]);
    expect(duplicateTag(`${longest}x`)).toEqual([]);
    expect(duplicatedBy({ tags: ['one', 'mx:dup:mem_1', 'a mx:dup:mem_2'] })).toEqual(['mem_1']);
  });
});

describe('fields', () => {
  test('are compared by value, whatever the Unicode form or the order of keys', () => {
    const captured = fields('a', { capture });
    const reordered = fields('a', { capture: { page: 3, kind: 'pdf' } });
    expect(sameField('capture', captured, reordered)).toBe(true);
    expect(sameField('capture', captured, fields('a'))).toBe(false);
    expect(sameFields(captured, { ...reordered, tags: ['a'] })).toBe(false);
    expect(sameField('content', fields('e\u0301'), fields('é'))).toBe(true);
    expect(sameField('url', fields('a', { url: 'https://a.example/' }), fields('a'))).toBe(false);
  });

  test('are sent if they differ both from the server’s fields and from this device’s fields at the last sync', () => {
    const mine = fields('b', {
      tags: ['mine'],
      collection: 'col_1',
      url: 'https://a.example/',
      title: 'b',
      deleted: true,
    });
    const { capture: _, ...sent } = mine;
    expect(patchOf(fields('a'), fields('a'), mine)).toEqual(sent);
    expect(patchOf(mine, fields('a'), mine)).toEqual({});
    expect(patchOf(fields('a'), mine, mine)).toEqual({});
    expect(patchOf(fields('a', { tags: ['theirs'] }), fields('a'), mine).tags).toEqual(['theirs', 'mine']);
  });
});
