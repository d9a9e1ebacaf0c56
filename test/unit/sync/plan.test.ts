import { describe, expect, test } from 'vitest';
import type { SyncFields, SyncItem } from '../../../src/service/ports/sync.ts';
import { conflictTag } from '../../../src/lib/sync.ts';
import { sameFields } from '../../../src/sync/fields.ts';
import { mergeText } from '../../../src/sync/merge-text.ts';
import { planAnswer, planGone, planPull } from '../../../src/sync/plan.ts';
import { planPush, withDue } from '../../../src/sync/plan-push.ts';
import { newItem, withLate, type Rules } from '../../../src/sync/rules.ts';
import { syncedItem, fields, plain, rules, remoteMemory } from '../../support/sync-plan.ts';

const pull = (base: SyncFields, local: SyncFields | null, remote: SyncFields, under = rules, more = {}) =>
  planPull(syncedItem(base, more), local, remoteMemory(remote), under);

describe('planPull', () => {
  test('takes changes that were made only on the server, and stores the old text', () => {
    const { local, version, copy, item } = pull(fields('a'), fields('a'), fields('b'));
    expect(local).toEqual(fields('b'));
    expect(version).toEqual(fields('a'));
    expect(copy).toBeNull();
    expect(item.due).toBe(0);
  });

  test('keeps and sends changes that were made only here', () => {
    const { local, item } = pull(fields('a'), fields('b'), fields('a'));
    expect(local).toBeNull();
    expect(planPush(item, fields('b'), rules)).toEqual({ kind: 'patch', patch: { content: 'b' } });
  });

  test('makes a conflict copy of the text here if both sides changed the text', () => {
    const { local, copy, item } = pull(fields('a'), fields('here'), fields('there'));
    expect(local).toEqual(fields('there'));
    expect(copy).toEqual(fields('here', { tags: [conflictTag] }));
    expect(item.due).toBe(0);
  });

  test('makes no copy of a conflict copy, but keeps its text as an earlier version', () => {
    const tags = [conflictTag];
    const { copy, version } = pull(fields('a', { tags }), fields('mine', { tags }), fields('theirs', { tags }));
    expect(copy).toBeNull();
    expect(version?.content).toBe('mine');
  });

  test('merges lines that both sides added', () => {
    const { local, copy, item } = pull(fields('a'), fields('a\nhere'), fields('a\nthere'));
    expect(local?.content).toBe('a\nthere\nhere');
    expect(copy).toBeNull();
    expect(item.due).toBe(1);
  });

  test('merges tags as sets, whatever their order and spelling', () => {
    const base = fields('a', { tags: ['one', 'two'] });
    const { local, item } = pull(
      base,
      fields('a', { tags: ['one', 'mine'] }),
      fields('a', { tags: ['Two', 'theirs', 'one'] }),
    );
    expect(local?.tags).toEqual(['one', 'mine', 'theirs']);
    expect(planPush(item, local, rules)).toEqual({ kind: 'patch', patch: { tags: ['theirs', 'one', 'mine'] } });
    expect(pull(base, base, fields('a', { tags: ['TWO', 'one'] })).local).toBeNull();
  });

  test('an edit wins over a deletion on the other side', () => {
    const deletedHere = pull(fields('a'), fields('a', { deleted: true }), fields('b'));
    expect(deletedHere.local).toEqual(fields('b'));
    const deletedThere = pull(fields('a'), fields('b'), fields('a', { deleted: true }));
    expect(deletedThere.local).toBeNull();
    expect(planPush(deletedThere.item, fields('b'), rules)?.kind).toBe('restore');
  });

  test('moves a memory to the trash if it was deleted on the server and not changed here', () => {
    expect(pull(fields('a'), fields('a'), fields('a', { deleted: true })).local?.deleted).toBe(true);
  });

  test('keeps the whole text here after the server cut it, as a copy if the server’s text was edited', () => {
    const whole = fields('a whole long text');
    const { local, copy } = pull(fields('a whole'), whole, fields('a whole new'), rules, { mirror: whole });
    expect(local?.content).toBe('a whole new');
    expect(copy?.content).toBe('a whole long text');
    const untouched = pull(fields('a whole'), whole, fields('a whole'), rules, { mirror: whole });
    expect(untouched.local).toBeNull();
    expect(untouched.item.due).toBe(0);
  });

  test('keeps the text here if the server’s text can’t be stored here', () => {
    const { local, item } = pull(fields('a'), fields('a'), fields('x'.repeat(70_000)));
    expect(local).toBeNull();
    expect(item.unfit).toContain('64 KiB');
    expect(item.due).toBe(0);
  });

  test('recognises its own write that got no answer', () => {
    const op = {
      kind: 'patch',
      key: 'k',
      token: 'token',
      patch: { content: 'b' },
      local: fields('b'),
      sentAt: 0,
    } as const;
    const { copy, local, item } = pull(fields('a'), fields('c'), fields('b'), rules, { op });
    expect([copy, local]).toEqual([null, null]);
    expect(planPush(item, fields('c'), rules)?.patch).toEqual({ content: 'c' });
  });

  test('sends a text again that a late write of this device has overwritten', () => {
    const late = [{ kind: 'patch', key: 'k', patch: { content: 'old' }, sentAt: rules.now - 1_000 }] as const;
    const { local, item } = pull(fields('new'), fields('new'), fields('old'), plain, { late: [...late] });
    expect(local).toBeNull();
    expect(planPush(item, fields('new'), plain)?.patch).toEqual({ content: 'new' });
    // The next time, the old text counts as somebody's edit. Otherwise two devices could undo each other forever.
    const settled = { ...item, base: fields('new'), mirror: null, late: withLate(item.late, late[0]) };
    expect(planPull(settled, fields('new'), remoteMemory(fields('old')), plain).local?.content).toBe('old');
  });
});

describe('planPush', () => {
  test('sends no address or deletion if the server supports neither; the deletion isn’t sent later either', () => {
    const item = syncedItem(fields('a'));
    expect(withDue(item, fields('a', { url: 'https://a.test/' }), plain).due).toBe(0);
    expect(withDue(item, fields('a', { deleted: true }), plain).due).toBe(0);
    expect(
      planPush(withDue(item, fields('a', { deleted: true }), plain), fields('a', { deleted: true }), rules),
    ).toBeNull();
  });

  test('deletes and restores only if the server can', () => {
    const [stays, goes] = [fields('a'), fields('a', { deleted: true })];
    expect(planPush(syncedItem(stays), goes, { ...rules, restore: false })?.kind).toBe('delete');
    expect(planPush(syncedItem(stays), goes, { ...rules, delete: false })).toBeNull();
    expect(planPush(syncedItem(goes), stays, { ...rules, delete: false })?.kind).toBe('restore');
    expect(planPush(syncedItem(goes), stays, { ...rules, restore: false })).toBeNull();
  });

  test('does not send a refused memory again until it changes', () => {
    const refusal = { code: 'invalid_request', message: 'No.', patch: { content: 'b' } };
    expect(withDue(syncedItem(fields('a'), { refusal }), fields('b'), rules)).toMatchObject({ due: 0, refusal });
    expect(withDue(syncedItem(fields('a'), { refusal }), fields('c'), rules)).toMatchObject({ due: 1, refusal: null });
  });

  test('sends nothing about a memory in no chosen collection', () => {
    const chosen = { ...rules, collections: ['col_1'] };
    expect(withDue(newItem('mem_here'), fields('a'), chosen).due).toBe(0);
    expect(withDue(newItem('mem_here'), fields('a', { collection: 'col_1' }), chosen).due).toBe(1);
  });

  test('sends moves into a chosen collection and out of it', () => {
    const chosen = { ...rules, collections: ['col_1'] };
    const [inside, outside] = ['col_1', 'col_2'].map((collection) => fields('a', { collection }));
    expect(planPush(syncedItem(inside!), outside!, chosen)?.patch).toEqual({ collection: 'col_2' });
    expect(planPush(syncedItem(outside!), inside!, chosen)?.patch).toEqual({ collection: 'col_1' });
    expect(planPush(syncedItem(outside!), fields('b', { collection: 'col_2' }), chosen)).toBeNull();
  });

  test('doesn’t send the deletion of a memory whose collection no longer syncs', () => {
    const item = syncedItem(fields('a', { collection: 'col_2' }));
    expect(planPush(item, null, { ...rules, collections: ['col_1'] })).toBeNull();
    expect(planPush(item, null, { ...rules, collections: ['col_2'] })?.kind).toBe('delete');
  });
});

describe('planGone', () => {
  test('moves an unchanged memory to the trash unless `keepsAbsent`, and creates a changed memory on the server again', () => {
    expect(planGone(syncedItem(fields('a')), fields('a'), rules).local).toEqual(fields('a', { deleted: true }));
    expect(planGone(syncedItem(fields('a')), fields('a', { deleted: true }), rules).local).toBeNull();
    const kept = planGone(syncedItem(fields('a')), fields('a'), { ...rules, keepsAbsent: true });
    expect(kept).toMatchObject({ local: null, item: { remote: null, due: 0 } });
    const changed = planGone(syncedItem(fields('a')), fields('b'), rules);
    expect(changed.local).toBeNull();
    expect(changed.item).toMatchObject({ remote: null, due: 1 });
  });

  test('remembers a memory deleted for good here: if a backup restores the memory, only new changes are sent', () => {
    const { item, local } = planGone(syncedItem(fields('a')), null, rules);
    expect([item.remote, local]).toEqual([null, null]);
    expect(planPush(item, fields('a'), rules)).toBeNull();
    expect(planPush(item, fields('b'), rules)?.kind).toBe('create');
  });

  test('remembers which memory a conflict copy was made from', () => {
    expect(planGone(syncedItem(fields('a'), { copyOf: 'mem_first' }), fields('b'), rules).item.copyOf).toBe(
      'mem_first',
    );
  });
});

describe('mergeText', () => {
  test.each([
    ['1\n2\n3\n4', 'x\n2\n3\n4', '1\n2\n3\ny', 'x\n2\n3\ny'],
    ['1\n2\n3\n4', '1\n2\n3\ny', 'x\n2\n3\n4', 'x\n2\n3\ny'],
    ['1\n2', 'x\n2', '1\ny', null],
    ['1\n2\n3', '1\nx\n3', '1\ny\n3', null],
    ['1', '1\nx', '1\nx\ny', '1\nx\ny'],
    ['1', '1\nx\ny', '1\nx', '1\nx\ny'],
    ['1', '1\nx\ny', '1\nx\nz', '1\nx\nz\ny'],
    ['1', '1\ny', '1\nz', '1\nz\ny'],
    ['1\n2\n3\n4', '2\n3\n4', '1\n2\n3\n4\n5', '2\n3\n4\n5'],
    ['1\n2\n3\n4\n5', '1\nx\n3\n4\n5', '1\n2\n3\ny\n5', '1\nx\n3\ny\n5'],
    ['1\n1', '1', '1\n1\n2', null],
    ['1', '1\n1', '1\n2', '1\n2\n1'],
    ['a', 'a\nc', 'a\nb\nc', 'a\nb\nc'],
    ['a', 'a\nb\nc', 'a\nc', 'a\nb\nc'],
    ['a', 'a\nc\nd', 'a\nb\nd', 'a\nb\nd\nc\nd'],
  ])('of %j, %j and %j is %j', (base, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs)).toBe(merged);
  });
});

const contents = ['one', 'one\ntwo', 'three'];
const tagSets = [[], ['x'], ['y'], ['x', 'y']];
const states = contents.flatMap((content) =>
  tagSets.flatMap((tags) => [false, true].map((deleted) => fields(content, { tags, deleted }))),
);

/** Plans and sends until nothing is planned, at most five times. The server carries out each plan. */
function settled(item: SyncItem, local: SyncFields | null, remote: SyncFields, under: Rules) {
  let [present, here, steps] = [remote, local, 0];
  for (let current = item; ; steps++) {
    const planned = planPush(current, here, under);
    if (planned === null || steps > 4) return { item: current, here, present, steps };
    present = { ...present, ...planned.patch };
    const op = { ...planned, key: 'k', token: 'token', local: here ?? { ...present, deleted: true }, sentAt: 0 };
    const pulled = planAnswer({ ...current, op }, here, remoteMemory(present), under);
    here = pulled.local ?? here;
    current = pulled.item;
  }
}

/*
 * All combinations of a base, local and remote version, made of three texts, two tags and the trash. The local memory
 * may also be deleted for good. A server without extensions has no trash.
 */
test.each([
  ['with extensions', rules],
  ['without extensions', plain],
])('every small case on a server %s converges, loses no local text, and then sends nothing more', (_, under) => {
  const problems: string[] = [];
  for (const base of states)
    for (const local of [...states, null])
      for (const remote of states) {
        if (under === plain && (base.deleted || remote.deleted)) continue;
        const pulled = pull(base, local, remote, under);
        const here = pulled.local ?? local;
        const end = settled(pulled.item, here, remote, under);
        const name = JSON.stringify([base, local, remote].map((one) => one && [one.content, one.tags, one.deleted]));
        const secondPull = planPull(end.item, end.here, remoteMemory(end.present), under);
        if (end.steps > 3) problems.push(`${name} never rests`);
        if (secondPull.local !== null || secondPull.copy !== null || secondPull.item.due === 1)
          problems.push(`${name} is not idempotent`);
        const isSame = end.here === null ? end.present.deleted : sameFields(end.here, end.present);
        const isAccepted = under === plain && (end.here?.deleted ?? true);
        const isGone = (end.here?.deleted ?? true) && end.present.deleted;
        if (!isSame && !isAccepted && !isGone)
          problems.push(`${name} differs: ${JSON.stringify([end.here, end.present])}`);
        const texts = [end.here, pulled.copy, pulled.version].map((one) => one?.content ?? '');
        if (local && !texts.some((text) => text.includes(local.content))) problems.push(`${name} loses the text here`);
      }
  expect(problems.slice(0, 5)).toEqual([]);
});
