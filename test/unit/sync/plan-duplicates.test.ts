import { describe, expect, test } from 'vitest';
import type { SyncFields, SyncItem, SyncOp } from '../../../src/service/ports/sync.ts';
import { planAnswer } from '../../../src/sync/plan.ts';
import { becomesAlias, planAliasPull } from '../../../src/sync/plan-duplicates.ts';
import { planPush, withDue } from '../../../src/sync/plan-push.ts';
import { newItem, type Remote } from '../../../src/sync/rules.ts';
import { fields, plain, remoteMemory, rules, syncedItem } from '../../support/sync-plan.ts';

describe('a memory that is marked as a duplicate', () => {
  const marked = syncedItem(fields('a', { tags: ['mx:dup:mem_first'] }));
  const primary = (content: string, local: SyncFields | null = fields(content), id = 'mem_first') => ({
    item: { ...syncedItem(fields(content)), id, remote: id },
    local,
  });

  test('is hidden as a duplicate of the memory with the same text', () => {
    expect(
      becomesAlias(marked, marked.base, marked.base!, [primary('b', fields('b'), 'mem_other'), primary('a')]),
    ).toEqual({ of: 'mem_first', given: null });
  });

  test.each([
    ['the other memory has another text', marked, [primary('b')]],
    ['there is no other memory', marked, [{ item: marked, local: marked.base }]],
    ['it is kept as a copy', { ...marked, copyOf: 'mem_first' }, [primary('a')]],
  ])('stays visible if %s', (_, item, primaries) => {
    expect(becomesAlias(item, item.base, item.base!, primaries)).toBeNull();
  });

  test('stays visible if it was changed here, unless the other memory was changed in the same way', () => {
    const changed = fields('a', { tags: ['mine'], title: 'Mine' });
    expect(becomesAlias(marked, changed, marked.base!, [primary('a')])).toBeNull();
    expect(becomesAlias(marked, changed, marked.base!, [primary('a', changed)])).toEqual({
      of: 'mem_first',
      given: null,
    });
  });

  test('is hidden if only its tags were changed here, and gives the added tags to the other memory', () => {
    const here = syncedItem(fields('a', { tags: ['old'] }));
    const retagged = fields('a', { tags: ['mine'] });
    const other = fields('a', { tags: ['others'] });
    expect(becomesAlias(here, retagged, marked.base!, [primary('a', other)])?.given?.tags).toEqual(['others', 'mine']);
    const trashed = fields('a', { deleted: true });
    for (const local of [null, trashed])
      expect(becomesAlias(here, retagged, marked.base!, [primary('a', local)])).toBeNull();
  });

  test('stays visible if it has another text on the server by now', () => {
    const theirs = { ...marked.base!, content: 'edited there' };
    expect(becomesAlias(marked, marked.base, theirs, [primary('a')])).toBeNull();
  });

  const alias = (base: SyncFields, mirror: SyncFields | null) => syncedItem(base, { aliasOf: 'mem_first', mirror });
  const untagged = fields('a');
  const tagged = marked.base!;
  const first = primary('a');
  const withTags = (...tags: string[]) => remoteMemory(fields('a', { tags }));
  const pull = (item: SyncItem, remote: Remote, of: Parameters<typeof planAliasPull>[2] = first, under = plain) => {
    const result = planAliasPull(item, remote, of, under);
    if (typeof result === 'string') throw new Error(`Expected a duplicate, but got a ${result}`);
    return { ...result, sent: planPush(result.item, null, under)?.patch };
  };

  test('is a separate memory once its text was changed on the server', () => {
    expect(planAliasPull(alias(tagged, null), remoteMemory(fields('b')), first, plain)).toBe('new memory');
  });

  test('is a separate memory once someone restored it', () => {
    const gone = alias({ ...untagged, deleted: true }, null);
    expect(planAliasPull(gone, remoteMemory(untagged), first, rules)).toBe('restored');
    const { item } = pull(gone, remoteMemory({ ...untagged, deleted: true }), first, rules);
    expect(item).toMatchObject({ aliasOf: 'mem_first' });
  });

  test('keeps tags added on the server, and still sends its mark', () => {
    const missed = { ...alias(untagged, tagged), missing: { sweeps: 1, deniedAt: null } };
    const { item, sent } = pull(missed, withTags('theirs'));
    expect(item).toMatchObject({ base: { tags: ['theirs'] }, version: 2, missing: null, due: 1 });
    expect(sent).toEqual({ tags: ['theirs', ...tagged.tags] });
  });

  test.each([
    ['this device', tagged],
    ['another device', null],
  ])('is marked again if a change of its tags removed the mark of %s', (_, mirror) => {
    expect(pull(alias(tagged, mirror), withTags('theirs')).sent).toEqual({ tags: ['theirs', ...tagged.tags] });
  });

  test('gives tags added on the server before its mark was sent', () => {
    const { local, sent } = pull(alias(untagged, tagged), withTags('theirs'));
    expect(local?.tags).toEqual(['theirs']);
    expect(sent).toEqual({ tags: ['theirs', ...tagged.tags] });
  });

  test('is not marked again if only the mark was removed, or if other devices wouldn’t recognise it', () => {
    expect(pull(alias(tagged, null), withTags()).sent).toBeUndefined();
    expect(pull(alias(tagged, null), withTags('theirs'), primary('edited')).sent).toBeUndefined();
    expect(pull(alias(tagged, null), withTags('theirs'), null).sent).toBeUndefined();
    const unsent = { item: newItem('mem_first'), local: untagged };
    expect(pull(alias(tagged, null), withTags('theirs'), unsent).sent).toBeUndefined();
  });

  test('gives the memory the tags that were added with the change that removed the mark, and takes none away', () => {
    const before = alias(fields('a', { tags: ['old', ...tagged.tags] }), null);
    const here = primary('a', fields('a', { tags: ['mine', 'old'] }));
    expect(pull(before, withTags('new', 'mx:dup:mem_other'), here).local?.tags).toEqual(['mine', 'old', 'new']);
    expect(pull(before, withTags(), here)).toMatchObject({ local: here.local, sent: { tags: tagged.tags } });
    // With the mark, the change may come from an earlier write that arrived late.
    expect(pull(before, withTags('new', ...tagged.tags), here).local).toBeNull();
  });

  test('is not marked again, and gives no tags, if the memory can’t get them', () => {
    const before = alias(tagged, null);
    const none = { local: null, sent: undefined };
    expect(pull(before, withTags('new'), primary('a', fields('a', { deleted: true })))).toMatchObject(none);
    expect(pull(before, withTags('new'), primary('a', null))).toMatchObject(none);
    expect(pull(before, withTags('new'), first, { ...plain, pulls: false })).toMatchObject(none);
  });

  test('becomes a new memory only at the next pull, not when the answer to a write has another text', () => {
    const patch = { tags: tagged.tags };
    const op: SyncOp = { kind: 'patch', key: 'k', token: 'token', patch, local: tagged, sentAt: rules.now };
    const answer = remoteMemory({ ...tagged, content: 'b' });
    const { item, local } = planAnswer(
      { ...alias(untagged, tagged), op },
      { ...untagged, deleted: true },
      answer,
      plain,
    );
    expect(local).toBeNull();
    expect(planAliasPull(item, answer, first, plain)).toBe('new memory');
  });

  test('keeps its mark when it goes to the trash here', () => {
    const trashed = { ...tagged, tags: [], deleted: true };
    expect(planPush(withDue(alias(untagged, tagged), trashed, plain), null, plain)?.patch.tags).toEqual(tagged.tags);
  });

  test.each([
    [
      'is deleted if the server can delete',
      alias(untagged, tagged),
      rules,
      { kind: 'delete', patch: { deleted: true } },
    ],
    ['is marked if the server can’t', alias(untagged, tagged), plain, { kind: 'patch', patch: { tags: tagged.tags } }],
    ['is not marked twice', alias(tagged, tagged), plain, null],
    ['isn’t changed if another device marked it', alias(tagged, null), plain, null],
    ['stays in the trash on the server', alias(fields('a', { deleted: true }), tagged), rules, null],
  ])('%s', (_, item, under, sent) => {
    expect(planPush(item, null, under)).toEqual(sent);
  });
});
