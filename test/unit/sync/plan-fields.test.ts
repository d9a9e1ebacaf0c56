import { describe, expect, test } from 'vitest';
import type { SyncFields } from '../../../src/service/ports/sync.ts';
import { conflictTag } from '../../../src/lib/sync.ts';
import { planFound } from '../../../src/sync/plan-found.ts';
import { planPush, withDue } from '../../../src/sync/plan-push.ts';
import { newItem } from '../../../src/sync/rules.ts';
import { limits } from '../../../src/v1/limits.ts';
import { syncedItem, fields, pulled, rules, remoteMemory } from '../../support/sync-plan.ts';

const server = { collection: 'col_1', title: 'Theirs', url: 'https://theirs.example/' };

describe('fields that are replaced as a whole', () => {
  test('are taken from the server; an edit of the text here is kept and sent', () => {
    const { here, sent, item } = pulled(syncedItem(fields('a')), fields('b'), fields('a', server));
    expect(here).toEqual(fields('b', server));
    expect(sent).toEqual({ content: 'b' });
    expect(item).toMatchObject({ base: fields('a', server), version: 2, due: 1 });
  });

  test('are kept here and sent if only the text changed on the server', () => {
    const { here, sent } = pulled(syncedItem(fields('a')), fields('a', { title: 'Mine' }), fields('b'));
    expect(here).toEqual(fields('b', { title: 'Mine' }));
    expect(sent).toEqual({ title: 'Mine' });
  });

  test('take the server’s value if both sides changed the same field', () => {
    const { here, sent } = pulled(
      syncedItem(fields('a')),
      fields('a', { title: 'Mine' }),
      fields('a', { title: 'Theirs' }),
    );
    expect(here).toEqual(fields('a', { title: 'Theirs' }));
    expect(sent).toBeNull();
  });

  test.each([
    [{ title: 'Mine' }, { title: 'Theirs' }],
    [{ url: 'https://mine.example/' }, { url: 'https://theirs.example/' }],
    [{}, { title: null }],
  ])('are kept as an earlier version if the server’s fields replace them: %o, %o', (mine, theirs) => {
    const item = syncedItem(fields('a', { title: 'Before' }));
    const local = fields('a', { title: 'Before', ...mine });
    expect(pulled(item, local, fields('a', { title: 'Before', ...theirs })).version).toEqual(local);
  });

  test('don’t restore a memory from the trash here when changed on the server', () => {
    const { here, sent } = pulled(syncedItem(fields('a')), fields('a', { deleted: true }), fields('a', server));
    expect(here).toMatchObject({ deleted: true });
    expect(sent).toEqual({ deleted: true });
  });
});

describe('a memory that the server rewrote', () => {
  /** The item (what sync stores) of a memory whose tags the server has lower-cased, and whose title it has dropped. */
  const rewritten = (here: SyncFields) =>
    syncedItem({ ...here, tags: here.tags.map((tag) => tag.toLowerCase()), title: null }, { mirror: here });

  test('keeps its text, tags and title here when a tag is added on the server', () => {
    const mine = fields('  a', { tags: ['Mine'], title: 'Title' });
    const item = { ...rewritten(mine), base: fields('a', { tags: ['mine'] }) };
    const { here, sent, item: after } = pulled(item, mine, fields('a', { tags: ['mine', 'theirs'] }));
    expect(here).toEqual(fields('  a', { tags: ['Mine', 'theirs'], title: 'Title' }));
    expect(sent).toBeNull();
    expect(after.mirror).toEqual(here);
  });

  test('gets a new text from the server', () => {
    const mine = fields('  a', { title: 'Title' });
    const { here, sent, item } = pulled({ ...rewritten(mine), base: fields('a') }, mine, fields('b'));
    expect(here).toEqual(fields('b', { title: 'Title' }));
    expect(sent).toBeNull();
    expect(item.mirror).toEqual(here);
  });

  test('isn’t treated as rewritten any more once both sides are the same', () => {
    const whole = fields('1\n2');
    const equal = withDue(syncedItem(fields('1'), { mirror: whole }), fields('1'), rules);
    expect(equal.mirror).toBeNull();
    expect(planPush(equal, whole, rules)?.patch).toEqual({ content: '1\n2' });
  });

  test('is not merged line by line if the server has only a part of the text', () => {
    const whole = fields('1\n2\n3\n4\n5');
    const edited = fields('1\n2\n3\n4\n5\nmine');
    const { here, copy } = pulled(syncedItem(fields('1\n2'), { mirror: whole }), edited, fields('0\n1\n2'));
    expect([here?.content, copy?.content]).toEqual(['0\n1\n2', edited.content]);
  });
});

describe('fields that can’t be stored here', () => {
  const long = 'x'.repeat(limits.tagCharacters + 1);
  const tagged = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `tag ${from + index}`);

  test.each([
    ['a tag that is too long', { tags: ['b', long] }, { tags: ['b'] }],
    ['a tag too many', { tags: tagged(0, limits.tags + 1) }, { tags: tagged(0, limits.tags) }],
    ['an invalid address', { url: 'no address' }, {}],
    ['a title that is too long', { title: 'x'.repeat(limits.titleCharacters + 1) }, {}],
    ['white space at the end', { content: 'b \n' }, { content: 'b' }],
  ])('stay on the server: %s', (_, theirs, stored) => {
    const { here, sent, item } = pulled(syncedItem(fields('a')), fields('a'), fields('a', theirs));
    expect([here, sent, item.due]).toEqual([fields('a', stored), null, 0]);
  });

  test('are not overwritten by an edit here', () => {
    const { here, sent } = pulled(syncedItem(fields('a')), fields('b'), fields('x'.repeat(limits.contentBytes + 1)));
    expect([here, sent]).toEqual([fields('b'), null]);
  });

  test('remove no tag on either side if both sides together have too many tags', () => {
    const mine = fields('a', { tags: tagged(0, limits.tags - 1) });
    const { here, sent } = pulled(syncedItem(fields('a')), mine, fields('a', { tags: tagged(40, 50) }));
    expect(here?.tags).toEqual([...mine.tags, 'tag 40']);
    expect(sent?.tags).toEqual([...tagged(40, 50), ...mine.tags]);
  });

  test('leave the memory recognisable when this device connects again', () => {
    const mine = fields('a', { tags: ['b'] });
    const theirs = fields('a', { tags: ['b', long], url: 'no address' });
    const found = planFound(remoteMemory(theirs), [{ item: newItem('mem_here'), local: mine }], [], rules);
    expect(found).toMatchObject({ kind: 'bind', local: null, item: { remote: 'mem_there', base: theirs, due: 0 } });
  });
});

describe('a device that only sends', () => {
  const sending = { ...rules, pulls: false };

  test('sends its edit to the same memory although the tags were changed on the server', () => {
    const { sent, item } = pulled(syncedItem(fields('a')), fields('b'), fields('a', { tags: ['theirs'] }), sending);
    expect([sent, item.remote]).toEqual([{ content: 'b' }, 'mem_there']);
  });

  test('unbinds a memory whose text was replaced on the server, unless this device has the new text too', () => {
    expect(pulled(syncedItem(fields('a')), fields('a'), fields('theirs'), sending).item.remote).toBeNull();
    expect(pulled(syncedItem(fields('a')), fields('b'), fields('b'), sending).item.remote).toBe('mem_there');
  });
});

describe('a memory deleted for good here', () => {
  test('is deleted on the server and doesn’t come back, even if its title was changed there', () => {
    const { local, sent, item } = pulled(syncedItem(fields('a')), null, fields('a', { title: 'New' }));
    expect([local, sent, item.due]).toEqual([null, { deleted: true }, 1]);
  });

  test('comes back if its text was edited on the server', () => {
    const { local, sent } = pulled(syncedItem(fields('a')), null, fields('b'));
    expect([local, sent]).toEqual([fields('b'), null]);
  });

  test('doesn’t come back if it was deleted on the server too', () => {
    const { local, sent, item } = pulled(syncedItem(fields('a')), null, fields('a', { deleted: true }));
    expect([local, sent, item.due]).toEqual([null, null, 0]);
  });
});

describe('the stored earlier version', () => {
  const versionAfter = (here: SyncFields, theirs: SyncFields) => pulled(syncedItem(fields('a')), here, theirs).version;

  test('is the local memory if its text is replaced', () => {
    expect(versionAfter(fields('a'), fields('b'))).toEqual(fields('a'));
  });

  test('is the local memory if a tag is removed', () => {
    const item = syncedItem(fields('a', { tags: ['one', 'two'] }));
    const mine = fields('a', { tags: ['one', 'two'] });
    expect(pulled(item, mine, fields('a', { tags: ['two'] })).version).toEqual(mine);
  });

  test.each([
    ['the server only adds fields', fields('a'), fields('a', server)],
    ['the new text contains the old text', fields('a'), fields('a\nmore')],
    ['a tag is added', fields('a', { tags: ['mine'] }), fields('a', { tags: ['theirs'] })],
  ])('is none if %s', (_, here, theirs) => {
    expect(versionAfter(here, theirs)).toBeNull();
  });
});

describe('a conflict copy', () => {
  const copyOf = (tags: string[]) => pulled(syncedItem(fields('a')), fields('mine', { tags }), fields('theirs')).copy;

  test('keeps the tags, and gets the conflict tag', () => {
    expect(copyOf(['one', 'two'])?.tags).toEqual(['one', 'two', conflictTag]);
  });

  test('gets the tag that shows the conflict once, even if the memory has it in another case', () => {
    expect(copyOf(['one', 'Conflict Copy'])?.tags).toEqual(['one', conflictTag]);
  });

  test('gets no mark of a duplicate, and removes it from the server', () => {
    const copy = syncedItem(fields('a', { tags: [conflictTag] }), { copyOf: 'mem_first' });
    const marked = fields('a', { tags: [conflictTag, 'mx:dup:mem_first'] });
    const { here, sent } = pulled(copy, fields('a', { tags: [conflictTag] }), marked);
    expect([here?.tags, sent]).toEqual([[conflictTag], { tags: [conflictTag] }]);
  });

  test('with the most tags allowed has the conflict tag in place of the last tag; the earlier version keeps all tags', () => {
    const tags = Array.from({ length: limits.tags }, (_, index) => `tag ${index}`);
    expect(copyOf(tags)?.tags).toEqual([...tags.slice(0, -1), conflictTag]);
    expect(pulled(syncedItem(fields('a')), fields('mine', { tags }), fields('theirs')).version?.tags).toEqual(tags);
    expect(copyOf(tags.slice(1))?.tags).toEqual([...tags.slice(1), conflictTag]);
  });

  test('is not created if the server’s text is too long to be stored here', () => {
    const { here, copy } = pulled(syncedItem(fields('a')), fields('b'), fields('x'.repeat(limits.contentBytes + 1)));
    expect([here, copy]).toEqual([fields('b'), null]);
  });

  test('is created if the lines of both sides together are too long', () => {
    const half = 'x'.repeat(limits.contentBytes / 2);
    const longest = 'y'.repeat(half.length - 2);
    const added = (theirs: string) =>
      pulled(syncedItem(fields('a')), fields(`a\n${half.slice(1)}`), fields(`a\n${theirs}`));
    expect(added(longest).copy).toBeNull();
    expect(added(`${longest}y`).copy?.content).toBe(`a\n${half.slice(1)}`);
  });
});

describe('a memory that was missing, or couldn’t be stored here', () => {
  test('counts as present and storable once the server returns the memory with a valid text', () => {
    const missing = { sweeps: 1, deniedAt: null };
    for (const under of [rules, { ...rules, pulls: false }]) {
      const { item } = pulled(
        syncedItem(fields('a'), { missing, unfit: 'It is empty.' }),
        fields('a'),
        fields('a'),
        under,
      );
      expect([item.missing, item.unfit]).toEqual([null, null]);
    }
  });
});
