import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { conflictTag } from '../../../../src/lib/sync.ts';
import { unreachable, passThrough, refuseWith } from '../connection.ts';
import { hashOf, routeOf } from '../../../../src/ui/library/route.ts';
import { libraryOn } from './library-on.ts';

let library: ReturnType<typeof libraryOn>;

beforeEach(() => {
  library = libraryOn();
});

it('opening a conflict copy writes nothing, so that the conflict stays marked', async () => {
  const { client, sent, sendFromElsewhere } = library.connection;
  const copy = await client.memories.create({ content: 'my text', tags: [conflictTag] });
  await library.refresh();
  sent.length = 0;
  await library.opened.open(copy.id, copy);
  await library.opened.reload();
  library.opened.close();
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
  const { body } = await sendFromElsewhere('GET', `/memories/${copy.id}`);
  expect(body).toEqual(copy);
});

describe('saving', () => {
  it('keeps the collection and address, drops a blank title, and starts the next note in the collection', async () => {
    const house = await library.collections.create('House');
    await library.refresh();
    library.saving.change({
      content: 'Bleed the radiators',
      tags: ['home'],
      collection: house.id,
      url: ' https://example.org/ ',
      title: ' ',
    });
    await library.save();
    expect(library.results.view.value?.memories[0]).toMatchObject({
      content: 'Bleed the radiators',
      collection: house.id,
      url: 'https://example.org/',
      title: null,
      capture: { kind: 'note' },
    });
    expect(library.saving.draft.value).toMatchObject({ content: '', collection: house.id });
    expect([library.usage.value.value?.memories.used, library.collections.byId(house.id)?.memoryCount]).toEqual([1, 1]);
  });

  it('saves a note in the collection that is shown', async () => {
    const house = await library.collections.create('House');
    await library.refresh();
    onTestFinished(library.followFilters());
    library.showOnly({ collection: house.id, tags: [] });
    library.saving.write();
    library.saving.change({ content: 'Bleed the radiators' });
    await library.save();
    expect(library.shown()).toEqual(['Bleed the radiators']);
    library.saving.note('Call the plumber');
    await library.save();
    expect(library.shown()).toEqual(['Call the plumber', 'Bleed the radiators']);
  });

  it('keeps the draft if it fails', async () => {
    await library.refresh();
    library.saving.note('half written');
    library.connection.handleWith(unreachable);
    await library.save();
    expect([library.saving.draft.value?.content, library.saving.writing.value, library.shownNotice()[1]]).toEqual([
      'half written',
      true,
      'Try again',
    ]);
  });

  it('offers no retry if it is forbidden', async () => {
    await library.refresh();
    library.saving.note('half written');
    library.connection.handleWith(refuseWith(403, 'forbidden'));
    await library.save();
    expect(library.shownNotice()).toEqual(['The server’s message for forbidden.', undefined]);
  });
});

describe('filtering', () => {
  beforeEach(async () => {
    const house = await library.collections.create('House');
    for (const [content, tags] of [
      ['a boiler', ['home']],
      ['a garden', []],
    ] as const) {
      await library.connection.sendFromElsewhere('POST', '/memories', { content, tags, collection: house.id });
      await library.connection.sendFromElsewhere('POST', '/memories', { content: `${content} elsewhere`, tags });
    }
    await library.refresh();
    await library.results.setFilters({ collection: house.id, tags: ['home'] });
  });

  it('lists what matches all filters, and everything after they are cleared', async () => {
    expect(library.shown()).toEqual(['a boiler']);
    await library.results.setFilters(undefined);
    expect(library.shown()).toHaveLength(4);
  });

  it('applies to searches and older pages too', async () => {
    library.results.query.value = 'boiler';
    await library.results.ask();
    expect(library.shown()).toEqual(['a boiler']);
    library.results.query.value = '';
    await library.results.setFilters({ tags: ['many'] });
    for (let nth = 1; nth <= 25; nth++)
      await library.connection.sendFromElsewhere('POST', '/memories', {
        content: `note ${nth}`,
        tags: nth === 1 ? ['many', 'oldest'] : ['many'],
      });
    await library.results.refresh();
    await library.connection.sendFromElsewhere('POST', '/memories', { content: 'without tags' });
    await library.results.more();
    expect([library.shown()?.length, library.shown()?.at(-1)]).toEqual([25, 'note 1']);
  });

  it('distinguishes no matches from an empty library', async () => {
    await library.results.setFilters({ tags: ['no such'] });
    expect(library.results.view.value).toMatchObject({ memories: [], neverSaved: false });
  });
});

describe('the address', () => {
  it('contains the filters, which stay when a memory opens and closes', async () => {
    const { body } = await library.connection.sendFromElsewhere('POST', '/memories', {
      content: 'tea',
      tags: ['drink'],
    });
    await library.connection.sendFromElsewhere('POST', '/memories', { content: 'bread' });
    onTestFinished(library.followFilters());
    library.applyFilters({ tags: ['drink'] });
    await library.connection.untilIdle();
    expect([library.shown(), hashOf(library.route.value)]).toEqual([['tea'], '#memories?tag=drink']);
    library.openMemory(body);
    expect(hashOf(library.route.value)).toBe(`#memories/${body.id}?tag=drink`);
    library.closeMemory();
    library.results.type('te');
    expect(hashOf(library.route.value)).toBe('#memories?tag=drink&q=te');
    library.go(routeOf('#memories'));
    await library.connection.untilIdle();
    expect([library.shown(), library.results.query.value]).toEqual([['bread', 'tea'], '']);
  });
});

describe('the open memory', () => {
  it('is reloaded when opened, and changes with an edit', async () => {
    const { body } = await library.connection.sendFromElsewhere('POST', '/memories', { content: 'tea' });
    await library.refresh();
    const listed = library.results.view.value!.memories[0]!;
    await library.connection.sendFromElsewhere('PATCH', `/memories/${body.id}`, { content: 'green tea' });
    library.openMemory(listed);
    expect(library.opened.memory.value?.content).toBe('tea');
    await library.connection.untilIdle();
    expect([library.opened.memory.value?.content, library.route.value]).toEqual([
      'green tea',
      expect.objectContaining({ section: 'memories', memory: body.id }),
    ]);
    const now = library.opened.memory.value!;
    library.actions.edit(now, 'text');
    await library.actions.change(now, { content: 'black tea' });
    expect(library.opened.memory.value?.content).toBe('black tea');
  });

  describe('once deleted', () => {
    let id: string;
    const pane = () => [
      library.opened.id.value,
      library.opened.memory.value?.content,
      library.opened.deleted.value,
      library.opened.failure.value,
    ];

    beforeEach(async () => {
      id = (await library.connection.sendFromElsewhere('POST', '/memories', { content: 'tea' })).body.id;
      onTestFinished(library.openMemoryOfRoute());
      await library.refresh();
      library.openMemory(library.results.view.value!.memories[0]!);
      await library.connection.untilIdle();
      await library.actions.remove(library.opened.memory.value!);
      await library.connection.untilIdle();
    });

    it('shows as deleted, not as a failure', async () => {
      expect(pane()).toEqual([id, undefined, true, undefined]);
      await library.refresh();
      expect(pane()).toEqual([id, undefined, true, undefined]);
    });

    it('is shown again after an undo', async () => {
      await library.press();
      await library.connection.untilIdle();
      expect(pane()).toEqual([id, 'tea', false, undefined]);
    });

    it('stays closed after an undo if another memory was opened since', async () => {
      const { body: other } = await library.connection.sendFromElsewhere('POST', '/memories', { content: 'coffee' });
      library.go({ section: 'memories', memory: other.id });
      await library.connection.untilIdle();
      await library.press();
      await library.connection.untilIdle();
      expect(pane()).toEqual([other.id, 'coffee', false, undefined]);
    });

    it('is shown again after it was restored elsewhere', async () => {
      await library.connection.sendFromElsewhere('POST', `/memories/${id}/restore`);
      await library.refresh();
      expect(pane()).toEqual([id, 'tea', false, undefined]);
    });
  });

  it('shows that the memory doesn’t exist, but after a failed reload shows that failure instead', async () => {
    await library.opened.open('mem_gone');
    expect([library.opened.memory.value, library.opened.failure.value]).toEqual([
      undefined,
      expect.objectContaining({ code: 'not_found' }),
    ]);
    library.connection.handleWith(unreachable);
    await library.opened.reload();
    expect(library.opened.failure.value).toMatchObject({ name: 'ConnectionFailed' });
  });

  it('ignores a late response for another memory', async () => {
    const [one, other] = [
      (await library.connection.sendFromElsewhere('POST', '/memories', { content: 'one' })).body,
      (await library.connection.sendFromElsewhere('POST', '/memories', { content: 'other' })).body,
    ];
    const gate = Promise.withResolvers<void>();
    library.connection.handleWith(async (_, pass) => {
      const answer = await pass();
      await gate.promise;
      return answer;
    });
    const late = library.opened.open(one.id);
    library.connection.handleWith(passThrough);
    await library.opened.open(other.id);
    gate.resolve();
    await late;
    expect(library.opened.memory.value?.content).toBe('other');
  });
});

describe('the trash', () => {
  const fill = async (...contents: string[]) => {
    for (const content of contents) {
      const { body } = await library.connection.sendFromElsewhere('POST', '/memories', { content });
      await library.connection.sendFromElsewhere('DELETE', `/memories/${body.id}`);
    }
    await library.trash.refresh();
  };
  const inTrash = () => library.trash.value.value?.memories.map(({ content }) => content);

  it('restores a memory, and undo moves the memory back to the trash', async () => {
    await fill('first', 'second');
    await library.trash.restore(library.trash.value.value!.memories[0]!);
    expect([inTrash(), await library.stored(), library.shownNotice()]).toEqual([
      ['first'],
      ['second'],
      ['Restored', 'Undo'],
    ]);
    await library.press();
    expect([inTrash(), await library.stored()]).toEqual([['second', 'first'], []]);
  });

  it('is emptied completely, page by page', async () => {
    await fill(...Array.from({ length: 105 }, (_, nth) => `note ${nth}`));
    await library.trash.empty();
    expect([inTrash(), await library.stored('?deleted=true'), library.shownNotice()[0]]).toEqual([
      [],
      [],
      'Trash emptied: 105 memories deleted for good',
    ]);
  });

  it('continues where emptying stopped', async () => {
    await fill('first', 'second', 'third');
    let allowedDeletions = 2;
    library.connection.handleWith((request, pass) =>
      request.method === 'DELETE' && allowedDeletions-- <= 0 ? refuseWith(429, 'rate_limited')(request, pass) : pass(),
    );
    await library.trash.empty();
    expect([await library.stored('?deleted=true'), library.shownNotice()]).toEqual([
      ['first'],
      ['The server’s message for rate_limited.', 'Try again'],
    ]);
    library.connection.handleWith(passThrough);
    await library.press();
    expect(await library.stored('?deleted=true')).toEqual([]);
  });
});
