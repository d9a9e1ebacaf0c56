import { describe, expect, test } from 'vitest';
import type { LateWrite, SyncFields, SyncItem, SyncOp } from '../../../src/service/ports/sync.ts';
import { conflictTag } from '../../../src/lib/sync.ts';
import { planAnswer, planPull } from '../../../src/sync/plan.ts';
import { planFound } from '../../../src/sync/plan-found.ts';
import { planPush } from '../../../src/sync/plan-push.ts';
import { lateMs, newItem } from '../../../src/sync/rules.ts';
import { limits } from '../../../src/v1/limits.ts';
import { bound, fields, plain, rules, there } from '../../support/sync-plan.ts';

/** What a pull writes here, and what is sent then. */
function pulled(item: SyncItem, local: SyncFields | null, theirs: SyncFields, under = rules) {
  const result = planPull(item, local, there(theirs), under);
  const here = result.local ?? local;
  return { ...result, here, sent: planPush(result.item, here, under)?.patch ?? null };
}

const server = { collection: 'col_1', title: 'Theirs', url: 'https://theirs.example/' };

describe('fields that are replaced as a whole', () => {
  test('come here beside an edit of the text, which alone is sent', () => {
    const { here, sent, item } = pulled(bound(fields('a')), fields('b'), fields('a', server));
    expect(here).toEqual(fields('b', server));
    expect(sent).toEqual({ content: 'b' });
    expect(item).toMatchObject({ base: fields('a', server), version: 2, due: 1 });
  });

  test('stay as they are here if only the text changed there', () => {
    const { here, sent } = pulled(bound(fields('a')), fields('a', { title: 'Mine' }), fields('b'));
    expect(here).toEqual(fields('b', { title: 'Mine' }));
    expect(sent).toEqual({ title: 'Mine' });
  });

  test('are the server’s if both sides changed one', () => {
    const { here, sent } = pulled(bound(fields('a')), fields('a', { title: 'Mine' }), fields('a', { title: 'Theirs' }));
    expect(here).toEqual(fields('a', { title: 'Theirs' }));
    expect(sent).toBeNull();
  });

  test('bring nothing back from the trash', () => {
    const { here, sent } = pulled(bound(fields('a')), fields('a', { deleted: true }), fields('a', server));
    expect(here).toMatchObject({ deleted: true });
    expect(sent).toEqual({ deleted: true });
  });
});

describe('what the server made of a memory', () => {
  /** The server writes tags in small letters and leaves out the title. */
  const rewritten = (here: SyncFields) =>
    bound({ ...here, tags: here.tags.map((tag) => tag.toLowerCase()), title: null }, { mirror: here });

  test('stands for what is here, also after a change there', () => {
    const mine = fields('  a', { tags: ['Mine'], title: 'Title' });
    const item = { ...rewritten(mine), base: fields('a', { tags: ['mine'] }) };
    const { here, sent, item: after } = pulled(item, mine, fields('a', { tags: ['mine', 'theirs'] }));
    expect(here).toEqual(fields('  a', { tags: ['Mine', 'theirs'], title: 'Title' }));
    expect(sent).toBeNull();
    expect(after.mirror).toEqual(here);
  });

  test('is replaced by a new text from there', () => {
    const mine = fields('  a', { title: 'Title' });
    const { here, sent, item } = pulled({ ...rewritten(mine), base: fields('a') }, mine, fields('b'));
    expect(here).toEqual(fields('b', { title: 'Title' }));
    expect(sent).toBeNull();
    expect(item.mirror).toEqual(here);
  });

  test('is not merged line by line where it is only a part of the text', () => {
    const whole = fields('1\n2\n3\n4\n5');
    const edited = fields('1\n2\n3\n4\n5\nmine');
    const { here, copy } = pulled(bound(fields('1\n2'), { mirror: whole }), edited, fields('0\n1\n2'));
    expect([here?.content, copy?.content]).toEqual(['0\n1\n2', edited.content]);
  });
});

describe('what can’t be stored here', () => {
  const long = 'x'.repeat(limits.tagCharacters + 1);
  const tagged = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `tag ${from + index}`);

  test.each([
    ['a tag that is too long', { tags: ['b', long] }, { tags: ['b'] }],
    ['a tag too many', { tags: tagged(0, limits.tags + 1) }, { tags: tagged(0, limits.tags) }],
    ['an address', { url: 'no address' }, {}],
    ['a title that is too long', { title: 'x'.repeat(limits.titleCharacters + 1) }, {}],
    ['white space at the end', { content: 'b \n' }, { content: 'b' }],
  ])('stays there: %s', (_, theirs, kept) => {
    const { here, sent, item } = pulled(bound(fields('a')), fields('a'), fields('a', theirs));
    expect([here, sent, item.due]).toEqual([fields('a', kept), null, 0]);
  });

  test('leaves the tags of both sides alone when together they are too many', () => {
    const mine = fields('a', { tags: tagged(0, limits.tags - 1) });
    const { here, sent } = pulled(bound(fields('a')), mine, fields('a', { tags: tagged(40, 50) }));
    expect(here?.tags).toEqual([...mine.tags, 'tag 40']);
    expect(sent?.tags).toEqual([...tagged(40, 50), ...mine.tags]);
  });

  test('is no reason to take a memory for another when this device connects again', () => {
    const mine = fields('a', { tags: ['b'] });
    const theirs = fields('a', { tags: ['b', long], url: 'no address' });
    const found = planFound(there(theirs), [{ item: newItem('mem_here'), local: mine }], [], rules);
    expect(found).toMatchObject({ kind: 'bind', local: null, item: { remote: 'mem_there', base: theirs, due: 0 } });
  });
});

describe('a memory deleted for good here', () => {
  test('is deleted there, and not written again', () => {
    const { local, sent, item } = pulled(bound(fields('a')), null, fields('a', { title: 'New' }));
    expect([local, sent, item.due]).toEqual([null, { deleted: true }, 1]);
  });

  test('comes back if its text was edited there', () => {
    const { local, sent } = pulled(bound(fields('a')), null, fields('b'));
    expect([local, sent]).toEqual([fields('b'), null]);
  });

  test('stays away if it was deleted there too', () => {
    const { local, sent, item } = pulled(bound(fields('a')), null, fields('a', { deleted: true }));
    expect([local, sent, item.due]).toEqual([null, null, 0]);
  });
});

describe('the version that is kept', () => {
  const kept = (here: SyncFields, theirs: SyncFields) => pulled(bound(fields('a')), here, theirs).version;

  test('is the one here if its text goes', () => {
    expect(kept(fields('a'), fields('b'))).toEqual(fields('a'));
  });

  test('is the one here if a tag goes', () => {
    const item = bound(fields('a', { tags: ['one', 'two'] }));
    const mine = fields('a', { tags: ['one', 'two'] });
    expect(pulled(item, mine, fields('a', { tags: ['two'] })).version).toEqual(mine);
  });

  test.each([
    ['the text is the same', fields('a'), fields('a', server)],
    ['the new text contains it', fields('a'), fields('a\nmore')],
    ['a tag is added', fields('a', { tags: ['mine'] }), fields('a', { tags: ['theirs'] })],
  ])('is none if %s', (_, here, theirs) => {
    expect(kept(here, theirs)).toBeNull();
  });
});

describe('a conflict copy', () => {
  const copyOf = (tags: string[]) => pulled(bound(fields('a')), fields('mine', { tags }), fields('theirs')).copy;

  test('keeps the tags, and gets one that marks it', () => {
    expect(copyOf(['one', 'two'])?.tags).toEqual(['one', 'two', conflictTag]);
  });

  test('goes without the mark if it has as many tags as are allowed', () => {
    const tags = Array.from({ length: limits.tags }, (_, index) => `tag ${index}`);
    expect(copyOf(tags)?.tags).toEqual(tags);
    expect(copyOf(tags.slice(1))?.tags).toEqual([...tags.slice(1), conflictTag]);
  });

  test('is not made of a text that the server’s is too long to replace', () => {
    const { here, copy } = pulled(bound(fields('a')), fields('b'), fields('x'.repeat(limits.contentBytes + 1)));
    expect([here, copy]).toEqual([fields('b'), null]);
  });

  test('is made where lines of both sides together are too long', () => {
    const half = 'x'.repeat(limits.contentBytes / 2);
    const longest = 'y'.repeat(half.length - 2);
    const added = (theirs: string) => pulled(bound(fields('a')), fields(`a\n${half.slice(1)}`), fields(`a\n${theirs}`));
    expect(added(longest).copy).toBeNull();
    expect(added(`${longest}y`).copy?.content).toBe(`a\n${half.slice(1)}`);
  });
});

describe('a missing or unfit memory', () => {
  test('is neither once the server returns it in good form', () => {
    const missing = { sweeps: 1, deniedAt: null };
    for (const under of [rules, { ...rules, takes: false }]) {
      const { item } = pulled(bound(fields('a'), { missing, unfit: 'It is empty.' }), fields('a'), fields('a'), under);
      expect([item.missing, item.unfit]).toEqual([null, null]);
    }
  });
});

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

  test('has arrived if the server has it cut', () => {
    const mine = fields(`${long} end`);
    const item = bound(fields('a'), { op: op({ content: mine.content }, mine) });
    const { here, copy, sent, item: after } = pulled(item, mine, fields(long), plain);
    expect([here, copy, sent]).toEqual([mine, null, null]);
    expect(after).toMatchObject({ op: null, base: fields(long), mirror: mine });
  });

  test.each([
    ['has', long.length, 'bind'],
    ['has not', long.length + 5, 'new'],
  ])('%s arrived, cut, if the longest text there has %i characters', (_, longest, kind) => {
    const mine = fields(`${long} and more`);
    const item = { ...newItem('mem_here'), op: { ...op({ content: mine.content }, mine), kind: 'create' as const } };
    const found = planFound(there(fields(long)), [{ item, local: mine }], [], { ...plain, longest });
    expect(found.kind).toBe(kind);
  });

  test('has not arrived if the server still has a part of it', () => {
    const mine = fields(`${long} end`);
    const item = bound(fields(long), { op: op({ content: mine.content }, mine) });
    expect(pulled(item, mine, fields(long), plain).sent).toEqual({ content: mine.content });
  });

  test('is judged field by field', () => {
    const mine = fields('b', { tags: ['mine'] });
    const item = bound(fields('a'), { op: op({ content: 'b', tags: ['mine'] }, mine) });
    const { here, sent } = pulled(item, mine, fields('b'), plain);
    expect([here, sent]).toEqual([mine, { tags: ['mine'] }]);
  });

  test('is waited for as long as it may arrive', () => {
    const write = (age: number): LateWrite => ({
      kind: 'patch',
      key: String(age),
      patch: { content: 'x' },
      sentAt: rules.now - age,
    });
    const late = [write(lateMs + 1), write(lateMs - 1)];
    const { item } = pulled(bound(fields('a'), { late }), fields('a'), fields('b'), plain);
    expect(item.late).toEqual([late[1]]);
  });
});

describe('the answer to a create', () => {
  const create = (local: SyncFields): SyncItem => ({
    ...newItem('mem_here'),
    op: { kind: 'create', key: 'k', token: 'token', patch: { content: local.content }, local, sentAt: rules.now },
  });

  test.each([rules, { ...rules, takes: false }])('binds the memory, and nothing waits', (under) => {
    const { item, local } = planAnswer(create(fields('a')), fields('a'), there(fields('a')), under);
    expect(item).toMatchObject({ remote: 'mem_there', version: 2, op: null, due: 0 });
    expect(local).toBeNull();
  });

  test('leads to another write if the memory was edited meanwhile', () => {
    const { item } = planAnswer(create(fields('a')), fields('b'), there(fields('a')), rules);
    expect(planPush(item, fields('b'), rules)?.patch).toEqual({ content: 'b' });
  });
});
