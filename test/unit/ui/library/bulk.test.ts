import { beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import { passThrough, refuseWith, type RequestHandler } from '../connection.ts';
import { libraryOn } from './library-on.ts';

let library: ReturnType<typeof libraryOn>;
const send = (...args: Parameters<typeof library.connection.sendFromElsewhere>) =>
  library.connection.sendFromElsewhere(...args);

beforeEach(async () => {
  library = libraryOn();
  for (const [content, tags] of [
    ['oldest', ['home', 'a']],
    ['middle', ['Home']],
    ['newest', []],
  ] as const)
    await send('POST', '/memories', { content, tags });
  await library.refresh();
});

const listed = () => library.results.view.value!.memories;
const tagsOf = async () =>
  Object.fromEntries(
    (await send('GET', '/memories')).body.memories.map(({ content, tags }: Memory) => [content, tags]),
  );

function refuseAfter(count: number, refuse: RequestHandler): void {
  library.connection.handleWith((request, pass) =>
    ['PATCH', 'DELETE', 'POST'].includes(request.method) && count-- <= 0 ? refuse(request, pass) : pass(),
  );
}

describe('selecting all', () => {
  it('selects nothing if another list is shown meanwhile', async () => {
    for (let number = 0; number < 40; number++) await send('POST', '/memories', { content: `${number}` });
    await library.results.refresh();
    const selecting = library.selection.all();
    await library.results.setFilters({ tags: ['home'] });
    await selecting;
    expect(library.selection.count.value).toBe(0);
  });
});

describe('many memories', () => {
  it('get no tag twice, even in other capitals, and undo restores their former tags', async () => {
    await library.bulk.tag(listed(), ['travel', 'HOME'], ['a']);
    expect(await tagsOf()).toEqual({
      oldest: ['home', 'travel'],
      middle: ['Home', 'travel'],
      newest: ['travel', 'HOME'],
    });
    expect([library.shownNotice(), listed()[0]!.tags]).toEqual([
      ['Tags of 3 memories changed', 'Undo'],
      ['travel', 'HOME'],
    ]);
    await library.press();
    expect(await tagsOf()).toEqual({ oldest: ['home', 'a'], middle: ['Home'], newest: [] });
    expect(listed().map(({ tags }) => tags)).toEqual([[], ['Home'], ['home', 'a']]);
  });

  it('are deleted, and undo restores them at their positions', async () => {
    await library.bulk.remove(listed().slice(1));
    expect([library.shown(), library.shownNotice()]).toEqual([['newest'], ['Deleted 2 memories', 'Undo']]);
    await library.press();
    expect(library.shown()).toEqual(['newest', 'middle', 'oldest']);
  });

  it('are moved to a collection, and undo moves them back', async () => {
    const house = await library.collections.create('House');
    await library.bulk.move(listed(), house.id, house.name);
    expect([library.collections.byId(house.id)?.memoryCount, library.shownNotice()[0]]).toEqual([
      3,
      'Moved 3 memories to “House”',
    ]);
    await library.press();
    expect(library.collections.byId(house.id)?.memoryCount).toBe(0);
  });

  it('keep changes that were made elsewhere since', async () => {
    const before = listed();
    await send('PATCH', `/memories/${before[0]!.id}`, { tags: ['theirs'] });
    await library.bulk.tag(before, ['mine'], []);
    expect(await tagsOf()).toMatchObject({ newest: ['theirs', 'mine'] });
    await send('PATCH', `/memories/${before[0]!.id}`, { tags: ['again'] });
    await library.press();
    expect(library.shownNotice()[0]).toBe(
      'Undone, except 1 memory that was changed since (Tags of 3 memories changed).',
    );
    expect(await tagsOf()).toMatchObject({ newest: ['again'], middle: ['Home'] });
  });

  it('are all deleted if the user tries again after a failure, and two undos restore them', async () => {
    refuseAfter(1, refuseWith(503, 'unavailable'));
    await library.bulk.remove(listed());
    expect(library.shownNotice()).toEqual(['Stopped after 1 of 3. The server’s message for unavailable.', 'Try again']);
    expect(await library.stored()).toHaveLength(2);
    library.connection.handleWith(passThrough);
    await library.press();
    expect([await library.stored(), library.shownNotice()[0]]).toEqual([[], 'Deleted 2 memories']);
    await library.press();
    await library.press();
    expect(await library.stored()).toEqual(['newest', 'middle', 'oldest']);
  });

  it('are all tagged except a memory with the most tags allowed, which is reported', async () => {
    const tags = Array.from({ length: 32 }, (_, nth) => `t${nth}`);
    await send('PATCH', `/memories/${listed()[0]!.id}`, { tags });
    await library.refresh();
    await library.bulk.tag(listed(), ['new'], []);
    expect(await tagsOf()).toEqual({ newest: tags, middle: ['Home', 'new'], oldest: ['home', 'a', 'new'] });
    expect(library.shownNotice()).toEqual([
      'Tags of 2 memories changed. 1 memory couldn’t be changed. The request is not valid: tags must have at most 32 elements.',
      'Undo',
    ]);
    await library.press();
    expect(await tagsOf()).toEqual({ newest: tags, middle: ['Home'], oldest: ['home', 'a'] });
  });

  it('are reported as a failure if none could be changed', async () => {
    refuseAfter(0, refuseWith(403, 'forbidden'));
    await library.bulk.remove(listed());
    expect([library.shownNotice(), library.notices.current.value?.tone]).toEqual([
      ['3 memories couldn’t be changed. The server’s message for forbidden.', undefined],
      'failed',
    ]);
  });

  it('can’t be moved to a collection that another window has deleted', async () => {
    const house = await library.collections.create('House');
    await send('DELETE', `/collections/${house.id}`);
    await library.bulk.move(listed(), house.id, house.name);
    expect([library.shownNotice(), library.notices.current.value?.tone]).toEqual([
      ['Stopped after 0 of 3. The collection “House” no longer exists.', undefined],
      'failed',
    ]);
    expect(library.collections.byId(house.id)).toBeUndefined();
  });

  it('are all moved except a memory that another window has deleted', async () => {
    const house = await library.collections.create('House');
    await send('DELETE', `/memories/${listed()[0]!.id}`);
    await library.bulk.move(listed(), house.id, house.name);
    expect(library.shownNotice()).toEqual(['Moved 2 memories to “House”', 'Undo']);
  });

  it('are partly restored if an undo stops, which is reported; the next undo restores the rest', async () => {
    await library.bulk.remove(listed());
    refuseAfter(2, refuseWith(503, 'unavailable'));
    await library.press();
    expect(library.shownNotice()).toEqual([
      'Undone 2 of 3; 1 still to undo. The server’s message for unavailable.',
      'Undo',
    ]);
    library.connection.handleWith(passThrough);
    await library.press();
    expect(await library.stored()).toEqual(['newest', 'middle', 'oldest']);
  });
});

describe('a job', () => {
  const slow: RequestHandler = async (_, pass) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return pass();
  };

  it('pauses and resumes', async () => {
    library.connection.handleWith(slow);
    const many = Array.from({ length: 9 }, (_, index) => index);
    let begun = 0;
    const end = library.jobs.run('Counting', many, async () => {
      begun++;
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    library.jobs.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([begun, library.jobs.current.value]).toEqual([4, { label: 'Counting', done: 4, total: 9, state: 'paused' }]);
    library.jobs.resume();
    expect(await end).toEqual({ left: [], total: 9, failure: undefined });
  });

  it('stops; its changes so far stay and can be undone', async () => {
    for (let nth = 0; nth < 9; nth++) await send('POST', '/memories', { content: `note ${nth}` });
    await library.refresh();
    library.connection.handleWith(slow);
    const removing = library.bulk.remove(listed());
    await vi.waitFor(() => expect(library.jobs.current.value?.done).toBeGreaterThan(0));
    library.jobs.stop();
    await removing;
    const remaining = (await library.stored()).length;
    expect(remaining).toBeGreaterThan(0);
    expect(library.shownNotice()).toEqual([`Deleted ${12 - remaining} memories`, 'Undo']);
  });

  it('waits while the server limits requests, and shows for how long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let limited = 1;
    library.connection.handleWith(async (request, pass) =>
      request.method === 'DELETE' && limited-- > 0
        ? {
            commonplace: 1,
            status: 429,
            headers: {},
            body: JSON.stringify({ error: { code: 'rate_limited', message: 'Wait.', retryAfter: 7 } }),
          }
        : pass(),
    );
    const removing = library.bulk.remove(listed());
    await library.connection.untilIdle();
    expect(library.jobs.current.value).toMatchObject({ state: 'waiting', seconds: 7, done: 2 });
    await vi.advanceTimersByTimeAsync(7_000);
    await removing;
    expect(await library.stored()).toEqual([]);
  });
});

describe('a tag', () => {
  it('is renamed in all memories and merged with an existing tag, and the rename is undone', async () => {
    await library.bulk.renameTag('home', 'a');
    expect(await tagsOf()).toEqual({ oldest: ['a'], middle: ['a'], newest: [] });
    expect(library.shownNotice()).toEqual(['2 memories are now tagged “a”', 'Undo']);
    await library.press();
    expect(await tagsOf()).toEqual({ oldest: ['home', 'a'], middle: ['Home'], newest: [] });
  });

  it('is removed from all memories', async () => {
    await library.bulk.removeTag('HOME');
    expect(await tagsOf()).toEqual({ oldest: ['a'], middle: [], newest: [] });
  });
});

describe('the selection', () => {
  const selected = () => [...library.selection.selected.value.values()].map(({ content }) => content);

  it('extends from the last toggled row, and is cleared by another list', async () => {
    const [newest, middle, oldest] = listed() as [Memory, Memory, Memory];
    library.selection.toggle(oldest);
    library.selection.extend(middle);
    expect([...library.selection.selected.value.keys()]).toEqual([oldest.id, middle.id]);
    library.selection.toggle(oldest);
    library.selection.extend(newest);
    expect(library.selection.count.value).toBe(3);
    await library.results.setFilters({ tags: ['a'] });
    expect(library.selection.count.value).toBe(0);
  });

  it('contains the current version of each memory, as the list shows it', async () => {
    const house = await library.collections.create('House');
    const garden = await library.collections.create('Garden');
    await library.actions.change(listed()[0]!, { collection: house.id });
    library.selection.toggle(listed()[0]!);
    await library.actions.change(listed()[0]!, { content: 'edited', collection: garden.id });
    expect(selected()).toEqual(['edited']);
    await library.bulk.move([...library.selection.selected.value.values()], house.id, house.name);
    expect((await send('GET', `/memories/${listed()[0]!.id}`)).body.collection).toBe(house.id);
  });

  it('loses a memory that is deleted, here or in another window', async () => {
    library.selection.add(listed());
    const [newest, middle] = listed();
    await library.actions.remove(newest!);
    expect(selected()).toEqual(['middle', 'oldest']);
    await send('DELETE', `/memories/${middle!.id}`);
    await library.refresh();
    expect(selected()).toEqual(['oldest']);
  });

  it('keeps a memory that a newer memory pushes out of the loaded rows', async () => {
    for (let nth = 0; nth < 125; nth++) await send('POST', '/memories', { content: `note ${nth}` });
    await library.refresh();
    await library.selection.all();
    const oldest = listed().at(-1)!;
    await send('POST', '/memories', { content: 'newest of all' });
    await library.refresh();
    expect(listed().at(-1)!.id).not.toBe(oldest.id);
    expect([listed().length, library.selection.count.value]).toEqual([128, 128]);
    await send('DELETE', `/memories/${oldest.id}`);
    await library.results.loadAll();
    expect([listed().length, library.selection.count.value]).toEqual([128, 127]);
  });

  it('can include the whole list with all its pages', async () => {
    for (let nth = 0; nth < 125; nth++) await send('POST', '/memories', { content: `note ${nth}` });
    await library.refresh();
    await library.selection.all();
    expect(library.selection.count.value).toBe(128);
  });
});
