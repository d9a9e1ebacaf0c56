import { describe, expect, test } from 'vitest';
import type { LateWrite, SyncOp } from '../../../src/service/ports/sync.ts';
import { canRepeat, lateMs, mayAppear, newItem, withLate } from '../../../src/sync/rules.ts';
import { fields, rules } from '../../support/sync-plan.ts';

const day = 24 * 3_600_000;
const write = (key: string, more: Partial<LateWrite> = {}): LateWrite => ({
  kind: 'patch',
  key,
  patch: { content: key },
  sentAt: rules.now,
  ...more,
});
const create = (key: string, age = 0) => write(key, { kind: 'create', sentAt: rules.now - age });
const keysOf = (late: LateWrite[]) => late.map(({ key }) => key);

describe('the writes that may still arrive', () => {
  test('are the latest eight creates and the latest eight other writes', () => {
    const keys = (kind: string) => Array.from({ length: 9 }, (_, index) => `${kind}${index + 1}`);
    const [creates, patches] = [keys('c').map((key) => create(key)), keys('p').map((key) => write(key))];
    const late = [...creates, ...patches].reduce<LateWrite[]>((known, one) => withLate(known, one), []);
    expect(keysOf(late).sort()).toEqual([...keys('c').slice(1), ...keys('p').slice(1)]);
  });

  test('contain each write once', () => {
    expect(keysOf(withLate([write('p1'), write('p2')], write('p1')))).toEqual(['p2', 'p1']);
  });

  test('count as recognised on the server if they repeat a recognised write', () => {
    const spent = write('p1', { isSpent: true });
    expect(withLate([spent], write('p2', { patch: spent.patch }))[1]).toMatchObject({ key: 'p2', isSpent: true });
    expect(withLate([spent, write('p3')], write('p2', { patch: spent.patch }))[2]).toHaveProperty('isSpent');
    expect(withLate([spent], write('p2'))[1]).toEqual(write('p2'));
    expect(withLate([write('p1')], write('p2', { patch: spent.patch }))[1]).not.toHaveProperty('isSpent');
  });

  test('may still create a memory within a day after they were sent', () => {
    const appears = (...late: LateWrite[]) => mayAppear({ ...newItem('mem_here'), late }, rules);
    expect(lateMs).toBe(day);
    expect(appears(create('c', day - 1))).toBe(true);
    expect(appears(create('c', day))).toBe(false);
    expect(appears(write('p'))).toBe(false);
    expect(appears(write('p'), create('c'), create('d', day))).toBe(true);
  });
});

test('a new item has nothing to send, and nothing was sent for it', () => {
  expect(newItem('mem_here')).toMatchObject({ due: 0, attempts: 0, op: null, late: [], prints: [] });
});

describe('a write without an answer', () => {
  const sent = (age: number, token = 'token'): SyncOp => ({
    ...write('k'),
    token,
    local: fields('k'),
    sentAt: rules.now - age,
  });

  test.each([
    ['is sent again under its key', sent(0), true],
    ['is sent again for six days', sent(6 * day - 1), true],
    ['is not sent again after six days', sent(6 * day), false],
    ['is not sent again if the clock went back six days', sent(-6 * day), false],
    ['is not sent again with another token', sent(0, 'other'), false],
  ])('%s', (_, op, repeats) => {
    expect(canRepeat(op, rules)).toBe(repeats);
  });
});
