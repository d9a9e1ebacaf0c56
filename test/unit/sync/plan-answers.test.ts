import { describe, expect, test } from 'vitest';
import type { LateWrite, SyncFields, SyncItem, SyncOp } from '../../../src/service/ports/sync.ts';
import { planAnswer, planGone } from '../../../src/sync/plan.ts';
import { planFound } from '../../../src/sync/plan-found.ts';
import { planPush } from '../../../src/sync/plan-push.ts';
import { lateMs, newItem } from '../../../src/sync/rules.ts';
import { syncedItem, fields, plain, pulled, rules, remoteMemory } from '../../support/sync-plan.ts';

describe('a write without an answer', () => {
  const op = (patch: Partial<SyncFields>, local: SyncFields): SyncOp => ({
    kind: 'patch',
    key: 'k',
    token: 'token',
    patch,
    local,
    sentAt: rules.now - 1_000,
  });
  const long = 'word '.repeat(40).trim();

  test('counts as arrived if the server has the beginning of the sent text', () => {
    const mine = fields(`${long} end`);
    const item = syncedItem(fields('a'), { op: op({ content: mine.content }, mine) });
    const { here, copy, sent, item: after } = pulled(item, mine, fields(long), plain);
    expect([here, copy, sent]).toEqual([mine, null, null]);
    expect(after).toMatchObject({ op: null, base: fields(long), mirror: mine });
  });

  test.each([
    ['counts as arrived', long.length, 'bind'],
    ['counts as not arrived', long.length + 5, 'new'],
  ])('%s if the server has the start of the text, and no text longer than %i characters', (_, longest, kind) => {
    const mine = fields(`${long} and more`);
    const item = { ...newItem('mem_here'), op: { ...op({ content: mine.content }, mine), kind: 'create' as const } };
    const found = planFound(remoteMemory(fields(long)), [{ item, local: mine }], [], { ...plain, longest });
    expect(found.kind).toBe(kind);
  });

  test('counts as not arrived if the server’s old text is the beginning of the sent text', () => {
    const mine = fields(`${long} end`);
    const item = syncedItem(fields(long), { op: op({ content: mine.content }, mine) });
    expect(pulled(item, mine, fields(long), plain).sent).toEqual({ content: mine.content });
  });

  test('counts as arrived if the server rewrote only the white space of the text', () => {
    const mine = fields('one  two');
    const item = syncedItem(fields('a'), { op: op({ content: mine.content }, mine) });
    const { here, sent } = pulled(item, mine, fields('one two'), plain);
    expect([here, sent]).toEqual([mine, null]);
  });

  test('keeps changes that the server has in other fields', () => {
    const mine = fields('b');
    const item = syncedItem(fields('a'), { op: op({ content: 'b' }, mine) });
    expect(pulled(item, mine, fields('b', { tags: ['theirs'] }), plain).here?.tags).toEqual(['theirs']);
  });

  test.each([
    ['v1 alone', 'b', plain, 1],
    ['v1 alone', 'a', plain, 1],
    ['If-Match', 'b', rules, 0],
    ['If-Match', 'a', rules, 1],
  ])('is remembered, unless a server with If-Match already has the text: %s, "%s" there', (_, there, under, count) => {
    const item = syncedItem(fields('a'), { op: op({ content: 'b' }, fields('b')) });
    expect(pulled(item, fields('b'), fields(there), under).item.late).toHaveLength(count);
  });

  test('that arrives late and overwrites a newer write is undone; other changes on the server stay', () => {
    const late: LateWrite[] = [{ kind: 'patch', key: 'k', patch: { content: 'old' }, sentAt: rules.now - 1_000 }];
    const theirs = fields('old', { tags: ['theirs'] });
    const { here, sent } = pulled(syncedItem(fields('new'), { late }), fields('new'), theirs, plain);
    expect([here, sent]).toEqual([fields('new', { tags: ['theirs'] }), { content: 'new' }]);
  });

  test('counts as arrived or not for each field separately', () => {
    const mine = fields('b', { tags: ['mine'] });
    const item = syncedItem(fields('a'), { op: op({ content: 'b', tags: ['mine'] }, mine) });
    const { here, sent } = pulled(item, mine, fields('b'), plain);
    expect([here, sent]).toEqual([mine, { tags: ['mine'] }]);
  });

  const write = (age: number, patch: Partial<SyncFields> = { content: 'x' }): LateWrite => ({
    kind: 'patch',
    key: String(age),
    patch,
    sentAt: rules.now - age,
  });

  test('is forgotten once too old to arrive', () => {
    const late = [write(lateMs), write(lateMs - 1)];
    const { item } = pulled(syncedItem(fields('a'), { late }), fields('a'), fields('b'), plain);
    expect(item.late).toEqual([late[1]]);
  });

  test('is still recognised after days on a server where no write can arrive late', () => {
    const late = [write(9 * lateMs, { content: 'b' })];
    const { copy, sent } = pulled(syncedItem(fields('a'), { late }), fields('c'), fields('b'));
    expect([copy, sent]).toEqual([null, { content: 'c' }]);
  });

  test('is chosen from several as the write that explains the most changes on the server', () => {
    const late = [write(2_000, { tags: ['one'] }), write(1_000, { content: 'b', tags: ['one'] })];
    const mine = fields('c', { tags: ['one'] });
    const { copy, sent } = pulled(syncedItem(fields('a'), { late }), mine, fields('b', { tags: ['one'] }));
    expect([copy, sent]).toEqual([null, { content: 'c' }]);
  });

  test('that arrives late is undone, even if the server cut the text', () => {
    const late = [write(1_000, { content: `${long} old` })];
    const { copy, sent } = pulled(syncedItem(fields('new'), { late }), fields('new'), fields(long), plain);
    expect([copy, sent]).toEqual([null, { content: 'new' }]);
  });

  test('that arrives late with a cut text stays if this device has the whole text again', () => {
    const late = [write(1_000, { content: `${long} old` })];
    const mine = fields(`${long} old`);
    const { here, sent } = pulled(syncedItem(fields('new'), { late }), mine, fields(long), plain);
    expect([here, sent]).toEqual([mine, null]);
  });
});

describe('the answer to a create', () => {
  const create = (local: SyncFields): SyncItem => ({
    ...newItem('mem_here'),
    op: { kind: 'create', key: 'k', token: 'token', patch: { content: local.content }, local, sentAt: rules.now },
  });

  test.each([rules, { ...rules, pulls: false }])(
    'binds the memory to its id on the server, and leaves nothing to send (pulls: $pulls)',
    (under) => {
      const { item, local } = planAnswer(create(fields('a')), fields('a'), remoteMemory(fields('a')), under);
      expect(item).toMatchObject({ remote: 'mem_there', version: 2, op: null, due: 0 });
      expect(local).toBeNull();
    },
  );

  test('leads to another write if the memory was edited meanwhile', () => {
    const { item } = planAnswer(create(fields('a')), fields('b'), remoteMemory(fields('a')), rules);
    expect(planPush(item, fields('b'), rules)?.patch).toEqual({ content: 'b' });
  });

  test('makes all fields count as sent, even fields that the server doesn’t support', () => {
    const mine = fields('a', { url: 'https://a.example/' });
    const { item } = planAnswer(create(mine), mine, remoteMemory(fields('a')), plain);
    expect(planGone(item, mine, plain).local).toEqual({ ...mine, deleted: true });
  });
});

describe('the answer to a write', () => {
  const deletion = (more: Partial<SyncItem> = {}) =>
    syncedItem(fields('a'), {
      ...more,
      op: {
        kind: 'delete',
        key: 'k',
        token: 'token',
        patch: { deleted: true },
        local: fields('a', { deleted: true }),
        sentAt: rules.now,
      },
    });

  test('that deletes a memory completes the deletion, although the answer has no version', () => {
    const { item, local } = planAnswer(deletion(), fields('a', { deleted: true }), null, rules);
    expect(item).toMatchObject({ base: { deleted: true }, version: null, op: null, due: 0, late: [] });
    expect(local).toBeNull();
  });

  test('that deletes a duplicate keeps the memory hidden as a duplicate', () => {
    const refusal = { code: 'rate_limited', message: 'Later.', patch: { deleted: true } };
    const { item, local } = planAnswer(deletion({ aliasOf: 'mem_first', refusal }), null, null, rules);
    expect(item).toMatchObject({ aliasOf: 'mem_first', base: { deleted: true }, op: null, refusal: null, due: 0 });
    expect(local).toBeNull();
  });

  test.each([
    ['v1 alone', plain, 'token', ['k']],
    ['If-Match', rules, null, []],
  ] as const)(
    'that edits a memory rules out a second arrival of the write only with If-Match: %s',
    (_, under, token, keys) => {
      const edit: SyncOp = {
        kind: 'patch',
        key: 'k',
        token,
        patch: { content: 'b' },
        local: fields('b'),
        sentAt: rules.now,
      };
      const { item } = planAnswer(syncedItem(fields('a'), { op: edit }), fields('b'), remoteMemory(fields('b')), under);
      expect(item.late.map(({ key }) => key)).toEqual(keys);
    },
  );

  test('that marks a duplicate gives the version needed to delete the duplicate', () => {
    const marked = fields('a', { tags: ['mx:dup:mem_first'] });
    const { tags } = marked;
    const mark: SyncOp = { kind: 'patch', key: 'k', token: 'token', patch: { tags }, local: marked, sentAt: rules.now };
    const duplicate = syncedItem(fields('a'), { op: mark, aliasOf: 'mem_first' });
    expect(planAnswer(duplicate, null, remoteMemory(marked), rules).item.version).toBe(2);
    expect(planAnswer(deletion({ aliasOf: 'mem_first' }), null, null, rules).item.version).toBeNull();
  });

  test('is an error if nothing was sent', () => {
    expect(() => planAnswer(syncedItem(fields('a')), fields('a'), null, rules)).toThrow(
      'Nothing was sent for mem_here',
    );
  });
});
