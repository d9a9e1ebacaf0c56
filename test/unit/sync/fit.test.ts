import { describe, expect, test } from 'vitest';
import type { SyncFields } from '../../../src/service/ports/sync.ts';
import { fitHere, unfitness } from '../../../src/sync/fit.ts';
import { limits } from '../../../src/v1/limits.ts';
import { fields } from '../../support/sync-plan.ts';

const longest = 'x'.repeat(limits.contentBytes);
const manyTags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);

describe('a text from the server', () => {
  test.each([
    ['a word', 'a', null],
    ['of the maximum length', longest, null],
    ['of the maximum length plus white space at the end', `${longest} \n`, null],
    ['too long', `${longest}x`, 'Its text is longer than 64 KiB.'],
    ['too long in bytes', 'あ'.repeat(limits.contentBytes / 3 + 1), 'Its text is longer than 64 KiB.'],
    ['empty', '', 'It is empty.'],
    ['white space', ' \n', 'It is empty.'],
    ['with NUL', 'a\u0000', 'Its text has characters that can’t be stored.'],
    ['with a lone surrogate', 'a\ud83d', 'Its text has characters that can’t be stored.'],
  ])('is stored only if it is valid: %s', (_, content, reason) => {
    expect(unfitness(content)).toBe(reason);
  });
});

describe('a memory from the server', () => {
  const here = (more: Partial<SyncFields>) => fitHere(fields('a', more));

  test('is stored unchanged if it is valid here', () => {
    const memory = fields('  a', {
      tags: ['Reise', 'b', 'mx:dup:mem_1', 'white space'],
      collection: 'col_1',
      url: 'https://a.example/',
      title: 'Title',
      capture: { kind: 'pdf', page: 3 },
      deleted: true,
    });
    expect(fitHere(memory)).toEqual(memory);
  });

  test('keeps the first of equal tags, and at most the allowed number of valid ones', () => {
    expect(here({ tags: ['One', 'one', 'two', 'TWO'] }).tags).toEqual(['One', 'two']);
    expect(here({ tags: manyTags(limits.tags + 1) }).tags).toEqual(manyTags(limits.tags));
    expect(here({ tags: ['x'.repeat(limits.tagCharacters), 'x'.repeat(limits.tagCharacters + 1), ''] }).tags).toEqual([
      'x'.repeat(limits.tagCharacters),
    ]);
  });

  test('loses an invalid address, title or capture', () => {
    const odd = { url: 'a', title: 'x'.repeat(limits.titleCharacters + 1), capture: { kind: 'odd' } as never };
    expect(here(odd)).toEqual(fields('a'));
  });
});
