import { describe, expect, it } from 'vitest';
import { Notebook, type Note } from '../keyword/notebook.ts';
import { IndexHost, dimensions, indexOf, model, passagesOf, indexSome, search, vectorOf } from './fixtures.ts';

/** The ids of the unindexed memories, in the order of indexing. */
const unindexedIds = async (index: Awaited<ReturnType<typeof indexOf>>, most = 100) =>
  (await index.unindexed({ id: model, dimensions }, most)).map(({ id }) => id);

describe('pending memories', () => {
  it('are returned newest first, including memories saved during indexing', async () => {
    const notebook = new Notebook();
    for (const number of [1, 2, 3, 4]) notebook.save(`mem_${number}`, { content: `note ${number}` });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    expect(await unindexedIds(index, 2)).toEqual(['mem_4', 'mem_3']);
    expect(await indexSome(index, 1)).toBe(1);
    notebook.save('mem_5', { content: 'note 5' });
    expect(await unindexedIds(index)).toEqual(['mem_5', 'mem_3', 'mem_2', 'mem_1']);
    notebook.trash('mem_3');
    expect(await unindexedIds(index)).toEqual(['mem_5', 'mem_2', 'mem_1']);
  });

  it('are read from the store only if they are returned', async () => {
    const notebook = new Notebook();
    for (let number = 0; number < 500; number++) notebook.save(`mem_${number}`, { content: `note ${number}` });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    notebook.asked.length = 0;
    expect((await unindexedIds(index, 3)).length).toBe(3);
    expect(notebook.asked.length).toBe(3);
  });

  it('are indexed with their title, unless the content contains it; passages have offsets in the content', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'room twelve, Lisbon', title: 'A quiet hotel' });
    notebook.save('mem_2', { content: 'room twelve, Lisbon', title: 'Lisbon' });
    notebook.save('mem_3', { content: 'room twelve, Lisbon' });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    const unread = await index.unindexed({ id: model, dimensions }, 100);
    expect(unread.map(({ text }) => text)).toEqual([
      'room twelve, Lisbon',
      'room twelve, Lisbon',
      'A quiet hotel\nroom twelve, Lisbon',
    ]);
    const { vector } = passagesOf('', model, dimensions)[0]!;
    for (const [start, end] of [
      [0, 10],
      [0, 20],
      [14, 25],
    ] as const) {
      notebook.save('mem_1', { content: `room twelve, Lisbon ${end}`, title: 'A quiet hotel' });
      await index.catchUp(notebook);
      const [memory] = (await index.unindexed({ id: model, dimensions }, 100)).filter(({ id }) => id === 'mem_1');
      await index.keep(model, memory!, [{ start, end, vector }]);
      const [hit] = await search(index, vector);
      expect(hit!.passage).toEqual({ start: 0, end: Math.max(0, end - 14), index: 0 });
    }
  });

  it.each([NaN, Infinity, -Infinity])('stay pending if a vector is rejected because it contains %s', async (value) => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'a room of more than one window' });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    const [unread] = await index.unindexed({ id: model, dimensions }, 1);
    const passages = passagesOf(unread!.text, model, dimensions);
    passages.at(-1)!.vector[3] = value;
    await expect(index.keep(model, unread!, passages)).rejects.toThrow('not finite');
    expect(await unindexedIds(index)).toEqual(['mem_1']);
    expect(await indexSome(index)).toBe(1);
    expect(await unindexedIds(index)).toEqual([]);
  });
});

describe('an edit', () => {
  it('of the text removes the old vectors and makes the memory pending again', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'room twelve' });
    notebook.save('mem_2', { content: 'a harbour' });
    const index = await indexOf(notebook);
    const vector = vectorOf('room twelve', model, dimensions);
    expect((await search(index, vector))[0]!.cosine).toBeCloseTo(1, 6);
    notebook.save('mem_1', { content: 'the back door' });
    await index.catchUp(notebook);
    expect((await search(index, vector)).map(({ id }) => id)).toEqual(['mem_2']);
    expect(await unindexedIds(index)).toEqual(['mem_1']);
  });

  it.each<[string, Note, string[]]>([
    ['of tags', { content: 'room twelve', title: 'Hotel', tags: ['travel'] }, []],
    ['of the address', { content: 'room twelve', title: 'Hotel', url: 'https://example.org/' }, []],
    ['of the collection', { content: 'room twelve', title: 'Hotel', collection: 'col_1' }, []],
    ['of the title', { content: 'room twelve', title: 'An inn' }, ['mem_1']],
    ['that moves words from the title to the content', { content: 'Hotel\nroom twelve', title: null }, ['mem_1']],
  ])('%s (%j) makes %j pending', async (_, edited, unread) => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'room twelve', title: 'Hotel' });
    const index = await indexOf(notebook);
    notebook.save('mem_1', edited);
    expect(await unindexedIds(index)).toEqual(unread);
    expect((await search(index, vectorOf('x', model, dimensions), { filters: { tagKeys: ['travel'] } })).length).toBe(
      edited.tags ? 1 : 0,
    );
  });

  it('during indexing discards the vectors of the old text', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'room twelve' });
    const index = new IndexHost().open();
    await index.catchUp(notebook);
    const [unread] = await index.unindexed({ id: model, dimensions }, 1);
    notebook.save('mem_1', { content: 'the back door' });
    await index.catchUp(notebook);
    await index.keep(model, unread!, passagesOf(unread!.text, model, dimensions));
    expect(await index.coverage({})).toEqual({ indexed: 0, total: 1 });
    expect(await unindexedIds(index)).toEqual(['mem_1']);
  });
});

describe('another model', () => {
  const other = 'another model';

  async function indexedNotebook() {
    const notebook = new Notebook();
    for (const number of [1, 2, 3]) notebook.save(`mem_${number}`, { content: `note ${number}` });
    const host = new IndexHost();
    return { notebook, host, index: await indexOf(notebook, host) };
  }

  it('is used once it has indexed everything; until then the old model is used', async () => {
    const { notebook, host, index } = await indexedNotebook();
    await indexSome(index, 2, other, 40);
    expect(index.model).toBe(model);
    expect(index.progress(other)).toEqual({ indexed: 2, total: 3 });
    expect((await search(index, vectorOf('note 2', model, dimensions), { limit: 1 }))[0]!.id).toBe('mem_2');
    await index.close();
    const reopened = host.open();
    await reopened.catchUp(notebook);
    expect([reopened.model, reopened.progress(other).indexed]).toEqual([model, 2]);
    expect(await indexSome(reopened, Infinity, other, 40)).toBe(1);
    expect(reopened.model).toBe(other);
    expect((await search(reopened, vectorOf('note 2', other, 40), { limit: 1 }))[0]!.id).toBe('mem_2');
    expect(reopened.progress(model)).toEqual({ indexed: 0, total: 3 });
    await reopened.close();
    expect(await (await host.files.open('one.codes')).size()).toBe(0);
  });

  it('lets the old model index what is saved or edited meanwhile, newest first', async () => {
    const { notebook, host, index } = await indexedNotebook();
    await indexSome(index, 1, other, 40);
    expect(await index.unindexedMeanwhile(model, 10)).toEqual([]);
    notebook.save('mem_1', { content: 'edited 1' });
    notebook.save('mem_9', { content: 'red paint' });
    await index.catchUp(notebook);
    expect(await index.unindexedMeanwhile(other, 10)).toEqual([]);
    expect((await index.unindexedMeanwhile(model, 10)).map(({ id }) => id)).toEqual(['mem_9', 'mem_1']);
    await index.close();
    const reopened = host.open();
    await reopened.catchUp(notebook);
    for (const memory of await reopened.unindexedMeanwhile(model, 10))
      await reopened.keep(model, memory, passagesOf(memory.text, model, dimensions));
    expect(await reopened.unindexedMeanwhile(model, 10)).toEqual([]);
    expect([reopened.model, reopened.progress(other).indexed]).toEqual([model, 1]);
    const [hit] = await search(reopened, vectorOf('red paint', model, dimensions));
    expect(hit).toMatchObject({ id: 'mem_9' });
    // The new model has indexed mem_3 only, and still has to index the others.
    expect(await reopened.unindexed({ id: other, dimensions: 40 }, 10)).toHaveLength(3);
  });

  it('doesn’t let the old model index what is saved meanwhile if the old model has indexed less than half', async () => {
    const { notebook, index } = await indexedNotebook();
    await indexSome(index, 1, other, 40);
    for (const number of [10, 11, 12]) notebook.save(`mem_${number}`, { content: `note ${number}` });
    await index.catchUp(notebook);
    expect(await index.unindexedMeanwhile(model, 10)).toHaveLength(3);
    notebook.save('mem_13', { content: 'note 13' });
    await index.catchUp(notebook);
    expect(await index.unindexedMeanwhile(model, 10)).toEqual([]);
  });

  it('is used at once if the old model has no vectors left', async () => {
    const { notebook, index } = await indexedNotebook();
    await indexSome(index, 1, other, 40);
    expect(index.model).toBe(model);
    for (const number of [1, 2, 3]) notebook.save(`mem_${number}`, { content: `edited ${number}` });
    await index.catchUp(notebook);
    expect(index.model).toBe(other);
    expect(await index.coverage({})).toEqual({ indexed: 0, total: 3 });
  });

  it('is dropped when the old model or a third model is chosen', async () => {
    const { index } = await indexedNotebook();
    await indexSome(index, 2, other, 40);
    await index.unindexed({ id: 'a third', dimensions: 8 }, 1);
    expect([index.model, index.progress(other).indexed]).toEqual([model, 0]);
    await indexSome(index, 2, other, 40);
    expect(await unindexedIds(index)).toEqual([]);
    expect([index.model, index.progress(other).indexed, index.progress(model).indexed]).toEqual([model, 0, 3]);
  });

  it('is used before it is complete if the old model fails, until the old model is chosen again', async () => {
    const { index } = await indexedNotebook();
    await index.searchWith(other);
    expect(index.model).toBe(model);
    await indexSome(index, 1, other, 40);
    await index.searchWith(other);
    expect([index.model, await index.coverage({})]).toEqual([other, { indexed: 1, total: 3 }]);
    expect((await search(index, vectorOf('note 3', other, 40))).map(({ id }) => id)).toEqual(['mem_3']);
    expect(await unindexedIds(index)).toEqual([]);
    expect([index.model, index.progress(model).indexed]).toEqual([model, 3]);
    await indexSome(index, 1, other, 40);
    expect(index.model).toBe(model);
  });

  it('is used once its indexing is ended early, if it has indexed at least half of the memories', async () => {
    const { notebook, host, index } = await indexedNotebook();
    await indexSome(index, 1, other, 40);
    await index.finish(other);
    expect([index.model, index.progress(model).indexed]).toEqual([model, 3]);
    await indexSome(index, 1, other, 40);
    await index.finish(model);
    expect(index.model).toBe(model);
    await index.finish(other);
    expect([index.model, index.progress(model).indexed]).toEqual([other, 0]);
    await index.close();
    const reopened = host.open();
    await reopened.catchUp(notebook);
    expect([reopened.model, await reopened.coverage({})]).toEqual([other, { indexed: 2, total: 3 }]);
  });

  it('is recognised even if only the length of its vectors differs', async () => {
    const { index } = await indexedNotebook();
    expect((await index.unindexed({ id: model, dimensions: 8 }, 100)).length).toBe(3);
    expect(index.model).toBe(model);
  });
});

it('an index that failed to open is opened by the next catch-up', async () => {
  const notebook = new Notebook();
  notebook.save('mem_1', { content: 'room twelve' });
  const host = new IndexHost();
  await (await indexOf(notebook, host)).close();
  const { open } = host.files;
  host.files.open = async () => Promise.reject(new Error('locked by another process'));
  const index = host.open();
  await expect(index.catchUp(notebook)).rejects.toThrow('locked by another process');
  expect(await search(index, vectorOf('room twelve', model, dimensions))).toEqual([]);
  host.files.open = open;
  await index.catchUp(notebook);
  expect((await search(index, vectorOf('room twelve', model, dimensions))).map(({ id }) => id)).toEqual(['mem_1']);
});
