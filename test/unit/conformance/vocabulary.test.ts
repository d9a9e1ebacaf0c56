import { describe, expect, it } from 'vitest';
import { check, different, equal, checkEveryRow, matches } from '../../../conformance/expect.ts';
import { NotOffered } from '../../../conformance/offers.ts';
import { checkShape, isTime, refusalIn } from '../../../conformance/shapes.ts';

const memory = {
  id: 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz',
  content: 'x',
  source: 'popup',
  tags: ['a'],
  collection: null,
  url: null,
  title: null,
  version: 1,
  createdAt: '2026-01-02T03:04:05.006Z',
  updatedAt: '2026-01-02T03:04:05.006Z',
};

describe('conformance assertions', () => {
  it('accept true statements', () => {
    equal({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }, 'the same in another order');
    equal(undefined, undefined, 'nothing');
    different(1, 2, 'numbers');
    matches('abc', /b/, 'a text');
    check(true, 'so');
  });

  it.each([
    ['another value', () => equal({ a: 1 }, { a: 2 }, 'it')],
    ['an extra field', () => equal({ a: 1, b: 2 }, { a: 1 }, 'it')],
    ['another order of a list', () => equal([1, 2], [2, 1], 'it')],
    ['undefined instead of null', () => equal(undefined, null, 'it')],
    ['undefined in a list', () => equal([undefined], [], 'it')],
    ['a text instead of a number', () => equal('1', 1, 'it')],
    ['equal values if different values are expected', () => different([1], [1], 'it')],
    ['a text that doesn’t match', () => matches('abc', /^b/, 'it')],
    ['undefined instead of a text', () => matches(undefined, /./, 'it')],
    ['a false condition', () => check(false, 'it')],
  ])('reject %s', (_, wrong) => {
    expect(wrong).toThrow('it');
  });

  it('report every failed row of a table, and rethrow NotOffered', async () => {
    const odd = checkEveryRow(
      [1, 2, 3],
      (row) => `row ${row}`,
      async (row) => check(row % 2 === 0, 'odd'),
    );
    await expect(odd).rejects.toThrow('row 1: odd\nrow 3: odd');
    const gap = checkEveryRow([1, 2], String, async () => {
      throw new NotOffered('a gap');
    });
    await expect(gap).rejects.toThrow(NotOffered);
    await checkEveryRow([2, 4], String, async (row) => check(row % 2 === 0, 'odd'));
  });
});

describe('conformance shapes', () => {
  it('accept a memory', () => {
    checkShape('memory', memory);
    checkShape('memory', {
      ...memory,
      deletedAt: memory.createdAt,
      origin: { source: 'x', createdAt: memory.createdAt },
    });
  });

  it.each([
    ['an extra field', { ...memory, seq: 1 }],
    ['a missing field', Object.fromEntries(Object.entries(memory).filter(([name]) => name !== 'title'))],
    ['a malformed id', { ...memory, id: memory.id.toUpperCase() }],
    ['a version of 0', { ...memory, version: 0 }],
    ['a time without milliseconds', { ...memory, createdAt: '2026-01-02T03:04:05Z' }],
    ['a tag that is not a text', { ...memory, tags: [1] }],
    ['an incomplete origin', { ...memory, origin: { source: 'x' } }],
    ['nothing', undefined],
    ['a list', [memory]],
  ])('reject %s', (_, wrong) => {
    expect(() => checkShape('memory', wrong)).toThrow('not a memory');
  });

  it('reject anything but a valid UTC time that ends in Z', () => {
    expect(['2026-02-30T00:00:00.000Z', '2026-01-02T03:04:05.006+00:00', 'now', 7].filter(isTime)).toEqual([]);
  });

  it.each([
    [{}],
    [{ error: { code: 'odd', message: 'x' } }],
    [{ error: { code: 'internal', message: '' } }],
    [{ error: { code: 'internal', message: 'x', stack: 'at' } }],
    [{ error: { code: 'internal', message: 'x' }, more: 1 }],
  ])('reject the error body %j', (body) => {
    expect(() => refusalIn(body)).toThrow('of v1');
  });
});
