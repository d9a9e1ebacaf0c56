import { describe, expect, test } from 'vitest';
import type { SyncFields } from '../../../src/service/ports/sync.ts';
import { conflictTag } from '../../../src/lib/sync.ts';
import { planFound } from '../../../src/sync/plan-found.ts';
import { planPush, withDue } from '../../../src/sync/plan-push.ts';
import { newItem } from '../../../src/sync/rules.ts';
import { limits } from '../../../src/v1/limits.ts';
import { bound, fields, pulled, rules, there } from '../../support/sync-plan.ts';

const server = { collection: 'col_1', title: 'Theirs', url: 'https://theirs.example/' };

describe('fields that are replaced as a whole', () => {
  test('are taken from the server, and an edit of the text here is kept and sent', () => {
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

  test('counts as equal to what is here, even after a change there', () => {
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

  test('no longer counts as equal once both sides are the same', () => {
    const whole = fields('1\n2');
    const equal = withDue(bound(fields('1'), { mirror: whole }), fields('1'), rules);
    expect(equal.mirror).toBeNull();
    expect(planPush(equal, whole, rules)?.patch).toEqual({ content: '1\n2' });
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

  test('is not overwritten by an edit here', () => {
    const { here, sent } = pulled(bound(fields('a')), fields('b'), fields('x'.repeat(limits.contentBytes + 1)));
    expect([here, sent]).toEqual([fields('b'), null]);
  });

  test('removes no tag on either side when together they are too many', () => {
    const mine = fields('a', { tags: tagged(0, limits.tags - 1) });
    const { here, sent } = pulled(bound(fields('a')), mine, fields('a', { tags: tagged(40, 50) }));
    expect(here?.tags).toEqual([...mine.tags, 'tag 40']);
    expect(sent?.tags).toEqual([...tagged(40, 50), ...mine.tags]);
  });

  test('doesn’t keep a memory from being recognised when this device connects again', () => {
    const mine = fields('a', { tags: ['b'] });
    const theirs = fields('a', { tags: ['b', long], url: 'no address' });
    const found = planFound(there(theirs), [{ item: newItem('mem_here'), local: mine }], [], rules);
    expect(found).toMatchObject({ kind: 'bind', local: null, item: { remote: 'mem_there', base: theirs, due: 0 } });
  });
});

describe('a device that only sends', () => {
  const sending = { ...rules, takes: false };

  test('sends its edit to the same memory though its tags were changed there', () => {
    const { sent, item } = pulled(bound(fields('a')), fields('b'), fields('a', { tags: ['theirs'] }), sending);
    expect([sent, item.remote]).toEqual([{ content: 'b' }, 'mem_there']);
  });

  test('leaves a memory alone whose text was replaced there, unless by the text here', () => {
    expect(pulled(bound(fields('a')), fields('a'), fields('theirs'), sending).item.remote).toBeNull();
    expect(pulled(bound(fields('a')), fields('b'), fields('b'), sending).item.remote).toBe('mem_there');
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

  test('is not made if the server’s text is too long to be stored here', () => {
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
