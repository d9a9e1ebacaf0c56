import { describe, expect, test } from 'vitest';
import type { LateWrite, SyncItem, SyncOp } from '../../../src/service/ports/sync.ts';
import { planFound } from '../../../src/sync/plan-found.ts';
import { lateMs } from '../../../src/sync/rules.ts';
import { limits } from '../../../src/v1/limits.ts';
import { boundTo, candidate, fields, plain, rules, remoteMemory, syncedItem } from '../../support/sync-plan.ts';

const remote = remoteMemory(fields('a'));
const create = (content: string): SyncOp => ({
  kind: 'create',
  key: content,
  token: 'token',
  patch: { content },
  local: fields(content),
  sentAt: rules.now,
});
const late = (content: string, age = 0): LateWrite => ({
  kind: 'create',
  key: content,
  patch: { content },
  sentAt: rules.now - age,
});

describe('a memory on the server that this device doesn’t know yet', () => {
  test('is created here', () => {
    expect(planFound(remote, [], [], rules)).toEqual({ kind: 'new', fields: fields('a') });
  });

  test.each([
    ['it is in the trash on the server', fields('a', { deleted: true }), rules],
    ['it is in no chosen collection', fields('a', { collection: 'col_2' }), { ...rules, collections: ['col_1'] }],
    ['this device only sends', fields('a'), { ...rules, pulls: false }],
  ])('stays only on the server if %s', (_, theirs, under) => {
    expect(planFound(remoteMemory(theirs), [], [], under)).toEqual({ kind: 'ignore' });
  });

  test('stays only on the server, with the reason, if its text can’t be stored here', () => {
    const found = planFound(remoteMemory(fields('x'.repeat(limits.contentBytes + 1))), [], [], rules);
    expect(found).toEqual({ kind: 'unfit', why: 'Its text is longer than 64 KiB.' });
  });

  test.each([
    [
      'has a memory with this text that is bound to another memory of the server',
      candidate({ remote: 'mem_first', base: fields('a') }),
    ],
    ['has a memory with the same hash but another text', candidate({}, fields('b'))],
    ['has a memory with this text whose create had another text and can be repeated', candidate({ op: create('b') })],
    [
      'has just changed another memory to this text',
      candidate({ remote: 'mem_first', base: fields('b'), late: [{ ...late('a'), kind: 'patch' }] }),
    ],
    ['has a duplicate with this text', candidate({ aliasOf: 'mem_first' })],
  ])('becomes a new memory here if this device %s', (_, one) => {
    expect(planFound(remote, [one], [], rules).kind).toBe('new');
  });
});

describe('a memory here that has no id on the server', () => {
  test('is bound to an equal memory on the server', () => {
    expect(boundTo(candidate({}))).toMatchObject({ item: { remote: 'mem_there', version: 2, due: 0 } });
  });

  test('is bound to an equal memory whose collection the server doesn’t tell, although only chosen collections sync', () => {
    const known = candidate({}, fields('a', { collection: 'col_1' }));
    const under = { ...plain, collections: ['col_1'] };
    expect(boundTo(known, remote, under)).toMatchObject({ item: { remote: 'mem_there' }, local: null, sent: null });
  });

  test('is bound to an equal memory even if the server rewrote its white space', () => {
    expect(boundTo(candidate({}, fields('a  b')), remoteMemory(fields('a b')))).toMatchObject({
      local: null,
      sent: null,
    });
  });

  test('is bound to the beginning of the text of its create, although the text was edited here since', () => {
    const text = 'a long text '.repeat(50).trim();
    const known = candidate({ op: create(text) }, fields(`edited ${text}`));
    const { item, sent } = boundTo(known, remoteMemory(fields(text.slice(0, 300))), { ...plain, longest: 300 });
    expect(item).toMatchObject({ remote: 'mem_there', op: null });
    expect(sent?.patch).toEqual({ content: `edited ${text}` });
  });

  test('isn’t bound to an equal memory on the server while in the trash here', () => {
    const trashed = candidate({}, fields('a', { deleted: true }));
    expect(planFound(remote, [trashed], [], rules).kind).toBe('new');
  });

  test('is bound to the memory that its create made, although the create got no answer', () => {
    expect(boundTo(candidate({ op: create('a') })).item).toMatchObject({ remote: 'mem_there', op: null });
  });

  test('is bound to an equal memory on the server although its create had another text and may still arrive', () => {
    const { item, sent } = boundTo(candidate({ op: create('b') }));
    expect(item).toMatchObject({ remote: 'mem_there', op: null, late: [{ key: 'b' }] });
    expect(sent).toBeNull();
  });

  test('is told apart by its tags from another memory with the same text; if no tags match, the first memory is bound', () => {
    const sent = (id: string, tags: string[]) =>
      candidate(
        { id, op: { ...create('a'), patch: { content: 'a', tags }, local: fields('a', { tags }) } },
        fields('a', { tags }),
      );
    const both = [sent('mem_one', ['one']), sent('mem_other', ['other'])];
    expect(planFound(remoteMemory(fields('a', { tags: ['other'] })), both, [], plain)).toMatchObject({
      item: { id: 'mem_other' },
    });
    expect(planFound(remoteMemory(fields('a', { tags: ['third'] })), both, [], plain)).toMatchObject({
      item: { id: 'mem_one' },
    });
  });

  test('isn’t bound yet while its create can be repeated, since the repeat returns the id', () => {
    expect(planFound(remote, [candidate({ op: create('a') })], [], rules)).toEqual({ kind: 'wait' });
  });

  test('is bound to the server’s memory that has the text from before an edit here', () => {
    const { sent } = boundTo(candidate({ late: [late('a')] }, fields('b')));
    expect(sent?.patch).toEqual({ content: 'b' });
  });

  test.each([
    ['takes the server’s tags if it was edited on the server', true, ['there', 'both'], null],
    [
      'sends the tags that the server lacks if it wasn’t edited on the server',
      false,
      ['mine', 'there', 'both'],
      ['there', 'both', 'mine'],
    ],
  ])('%s', (_, isEdited, tags, next) => {
    const mine = fields('a', { tags: ['mine', 'both'] });
    const sent = { ...create('a'), patch: { content: 'a', tags: mine.tags }, local: mine };
    const theirs = remoteMemory(fields('a', { tags: ['there', 'both'] }), isEdited);
    const bound = boundTo(candidate({ op: sent }, mine), theirs);
    expect((bound.local ?? mine).tags.toSorted()).toEqual(tags.toSorted());
    expect(bound.version).toEqual(isEdited ? mine : null);
    expect(bound.sent?.patch.tags ?? null).toEqual(next);
  });

  test.each([
    ['leaves its collection if it was edited on the server and is in no collection there', true, rules, null],
    ['stays in its collection if the server stored it without a collection', false, rules, 'col_1'],
    ['stays in its collection if the server can’t move memories', true, { ...rules, moves: false }, 'col_1'],
  ])('%s', (_, isEdited, under, collection) => {
    const mine = fields('a', { collection: 'col_1' });
    const sent = { ...create('a'), token: null, patch: { content: 'a', collection: 'col_1' }, local: mine };
    const { local } = boundTo(candidate({ op: sent }, mine), remoteMemory(fields('a'), isEdited), under);
    expect((local ?? mine).collection).toBe(collection);
  });

  test('gets the tags that were added on the server, even if the server reports no edit', () => {
    const mine = fields('a', { tags: ['mine'] });
    const sent = { ...create('a'), patch: { content: 'a', tags: mine.tags }, local: mine };
    const theirs = remoteMemory(fields('a', { tags: ['mine', 'there'] }), false);
    expect(boundTo(candidate({ op: sent }, mine), theirs).local?.tags).toEqual(['mine', 'there']);
  });

  test('gets the tags of an edit on the server, and sends those that were added here', () => {
    const sent = { ...create('a'), patch: { content: 'a', tags: [] } };
    const mine = candidate({ op: sent }, fields('a', { tags: ['here'] }));
    const { local, sent: next } = boundTo(mine, remoteMemory(fields('a', { tags: ['there'] }), true));
    expect(local?.tags).toEqual(['here', 'there']);
    expect(next?.patch).toEqual({ tags: ['there', 'here'] });
  });

  test('may appear a second time through a later write', () => {
    const { item, sent } = boundTo(candidate({ op: create('b'), late: [late('a')] }, fields('b')));
    expect(item.late.map(({ key }) => key).sort()).toEqual(['a', 'b']);
    expect(sent?.patch).toEqual({ content: 'b' });
  });

  test('may appear a second time through its only write, even if edits can’t arrive late', () => {
    expect(boundTo(candidate({ op: create('a') }), remote, { ...rules, keyToken: null }).item.late).toHaveLength(1);
  });

  test('takes fields that only the server has, and keeps its own', () => {
    const known = { collection: 'col_1', url: 'https://a.example/', title: 'Title' };
    expect(boundTo(candidate({}), remoteMemory(fields('a', known)))).toMatchObject({
      local: fields('a', known),
      sent: null,
    });
    const mine = candidate({}, fields('a', { title: 'Mine' }));
    const theirs = fields('a', { title: 'Theirs' });
    const { local, sent, version } = boundTo(mine, remoteMemory(theirs), rules);
    expect([local, sent?.patch]).toEqual([null, { title: 'Mine' }]);
    expect(version).toEqual(theirs);
  });

  test.each([
    ['has no title', null],
    ['has the same title', 'Mine'],
  ])('keeps no earlier version of a title if the server %s', (_, title) => {
    const mine = candidate({}, fields('a', { title: 'Mine' }));
    expect(boundTo(mine, remoteMemory(fields('a', { title })), rules).version).toBeNull();
  });

  test('keeps its own fields and takes none if this device only sends', () => {
    const known = { collection: 'col_1', url: 'https://a.example/', title: 'Title' };
    const { local, sent } = boundTo(candidate({}), remoteMemory(fields('a', known)), { ...rules, pulls: false });
    expect([local, sent]).toEqual([null, null]);
    const mine = candidate({}, fields('a', { title: 'Mine' }));
    expect(boundTo(mine, remoteMemory(fields('a', known)), { ...rules, pulls: false }).sent?.patch).toEqual({
      title: 'Mine',
    });
  });

  test.each([
    ['in the trash', fields('a', { deleted: true }), { op: create('a') }],
    ['deleted for good', null, { op: create('a') }],
    ['deleted for good after its create was given up', null, { late: [late('a')] }],
  ])('is deleted on the server too if it is %s', (_, local, more) => {
    expect(boundTo(candidate(more, local), remote, { ...rules, keyToken: null }).sent?.kind).toBe('delete');
  });
});

describe('a duplicate', () => {
  const first = (more: Partial<SyncItem>, local = fields('a')) =>
    candidate({ remote: 'mem_first', base: fields('a'), late: [late('a')], ...more }, local);

  test('that arrives late is hidden, and marked for other devices', () => {
    const tagged = remoteMemory(fields('a', { tags: ['one'] }));
    const sent = { ...late('a'), patch: { content: 'a', tags: ['one'] } };
    const alias = { kind: 'alias', of: 'mem_here', tags: ['one', 'mx:dup:mem_first'] };
    expect(planFound(tagged, [first({ late: [sent] })], [], plain)).toEqual(alias);
    expect(planFound(tagged, [first({ late: [sent] }, fields('edited'))], [], plain)).toEqual(alias);
  });

  test('is marked as a duplicate of the memory with its text', () => {
    const twins = [first({}, fields('edited')), first({ id: 'mem_second', remote: 'mem_same' })];
    expect(planFound(remote, twins, [], plain)).toMatchObject({ of: 'mem_second', tags: ['mx:dup:mem_same'] });
  });

  test('is recognised for a day', () => {
    expect(planFound(remote, [first({ late: [late('a', lateMs - 1)] })], [], plain).kind).toBe('alias');
    expect(planFound(remote, [first({ late: [late('a', lateMs)] })], [], plain).kind).toBe('new');
  });

  test('isn’t recognised in a memory that only begins like the sent text', () => {
    const start = 'word '.repeat(40);
    const one = first({ base: fields(`${start}mine`), late: [late(`${start}mine`)] }, fields(`${start}mine`));
    expect(planFound(remoteMemory(fields(`${start}theirs`)), [one], [], plain).kind).toBe('new');
    expect(planFound(remoteMemory(fields(start.trim())), [one], [], plain).kind).toBe('new');
  });

  test('is recognised if the server cut both texts in the same way', () => {
    const [start, whole] = ['word '.repeat(40).trim(), `${'word '.repeat(40)}mine`];
    const one = first({ base: fields(start), late: [late(whole)] }, fields(whole));
    expect(planFound(remoteMemory(fields(start)), [one], [], plain).kind).toBe('alias');
  });

  test('isn’t recognised by its mark if its text differs', () => {
    const marked = (content: string) => remoteMemory(fields(content, { tags: ['mx:dup:mem_first'] }));
    const primary = syncedItem(fields('a'), { remote: 'mem_first' });
    expect(planFound(marked('other'), [], [primary], plain).kind).toBe('new');
    expect(planFound(marked('a'), [], [primary], plain).kind).toBe('alias');
  });
});
