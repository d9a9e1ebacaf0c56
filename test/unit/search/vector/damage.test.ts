import { describe, expect, it } from 'vitest';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import { headerBytes } from '../../../../src/search/vector/header.ts';
import { RowFormat } from '../../../../src/search/vector/row.ts';
import type { WritableVectorIndex } from '../../../../src/search/vector/vector-index.ts';
import { Notebook } from '../keyword/notebook.ts';
import { IndexHost, dimensions, indexOf, model, passagesOf, indexSome, search, vectorOf } from './fixtures.ts';

const count = 12;
const rowBytes = new RowFormat(dimensions, 0).bytes;
const vector = vectorOf('note 5', model, dimensions);

/** Each memory has one window. The newest is indexed first, so note 11 is in slot 0. */
async function storeVectors(): Promise<{ notebook: Notebook; host: IndexHost }> {
  const notebook = new Notebook();
  for (let number = 0; number < count; number++) notebook.save(`mem_${number}`, { content: `note ${number}` });
  const host = new IndexHost();
  const index = host.open();
  await index.catchUp(notebook);
  await indexSome(index);
  await host.quiet();
  await index.close();
  return { notebook, host };
}

const files = ['one.codes', 'one.floats'] as const;

async function overwrite(
  host: IndexHost,
  name: (typeof files)[number],
  offset: number,
  bytes: Uint8Array,
): Promise<void> {
  const file = await host.files.open(name);
  await file.write(offset, bytes);
  await file.close();
}

async function openIndex({ notebook, host }: Awaited<ReturnType<typeof storeVectors>>): Promise<WritableVectorIndex> {
  const index = host.open();
  await index.catchUp(notebook);
  return index;
}

/** The ids of the unindexed memories, in the order of indexing. */
async function unindexedIds(index: WritableVectorIndex): Promise<string[]> {
  return (await index.unindexed({ id: model, dimensions, tokenWidth: dimensions }, 100)).map(({ id }) => id);
}

describe('stored vectors', () => {
  it('are loaded again, so that no memory is indexed again', async () => {
    const index = await openIndex(await storeVectors());
    expect(await unindexedIds(index)).toEqual([]);
    expect((await search(index, vector, { limit: 1 }))[0]).toMatchObject({
      id: 'mem_5',
      passage: { start: 0, end: 6 },
    });
  });

  it.each([
    ['its first byte', 0],
    ['its text hash', 20],
    ['its scale', 36],
    ['its codes', 60],
    ['its last byte', rowBytes - 1],
  ])('are computed again only for the row that is damaged in %s', async (_, position) => {
    const stored = await storeVectors();
    const offset = headerBytes + 4 * rowBytes + position;
    const file = await stored.host.files.open('one.codes');
    const byte = new Uint8Array(1);
    await file.read(offset, byte);
    await overwrite(stored.host, 'one.codes', offset, Uint8Array.of(byte[0]! ^ 1));
    const index = await openIndex(stored);
    expect(await unindexedIds(index)).toEqual(['mem_7']);
    expect((await search(index, vector, { limit: 100 })).length).toBe(count - 1);
    await indexSome(index);
    expect(await index.coverage({})).toEqual({ indexed: count, total: count });
  });

  it('still find a memory whose floats are damaged, and are computed again after the search', async () => {
    const stored = await storeVectors();
    await overwrite(stored.host, 'one.floats', 6 * 4 * dimensions + 40, Uint8Array.of(1, 2, 3));
    const index = await openIndex(stored);
    expect(await unindexedIds(index)).toEqual([]);
    const [hit] = await search(index, vector, { limit: 1 });
    expect(hit!.id).toBe('mem_5');
    expect(hit!.cosine).toBeGreaterThan(0.99);
    expect(await unindexedIds(index)).toEqual(['mem_5']);
    await indexSome(index);
    expect((await search(index, vector, { limit: 1 }))[0]!.cosine).toBeCloseTo(1, 6);
  });

  it.each<[string, (host: IndexHost) => Promise<void>, number]>([
    ['the header', (host) => overwrite(host, 'one.codes', 10, Uint8Array.of(7)), count],
    ['all codes', (host) => host.files.remove('one.codes'), count],
    ['all floats', (host) => host.files.remove('one.floats'), count],
    [
      'the end of the codes',
      async (host) => (await host.files.open('one.codes')).truncate(headerBytes + 9 * rowBytes + 3),
      3,
    ],
    [
      'the end of the floats',
      async (host) => (await host.files.open('one.floats')).truncate(9 * 4 * dimensions + 3),
      3,
    ],
    ['the snapshot of the ledger', (host) => host.blobs.remove('vectors'), 0],
    ['the contents of the ledger’s snapshot', (host) => host.blobs.write('vectors', Uint8Array.of(1, 2, 3)), 0],
  ])('are computed again only where lost, after the loss of %s', async (_, lose, expected) => {
    const stored = await storeVectors();
    await lose(stored.host);
    const index = await openIndex(stored);
    expect((await unindexedIds(index)).length).toBe(expected);
    await indexSome(index);
    expect((await search(index, vector, { limit: 100 })).length).toBe(count);
    expect((await search(index, vector, { limit: 1 }))[0]!.id).toBe('mem_5');
  });

  it('don’t count as complete if one window is stored twice and another is damaged', async () => {
    const notebook = new Notebook();
    notebook.save('mem_1', { content: 'a text of two windows' });
    const host = new IndexHost();
    const index = await indexOf(notebook, host);
    await index.close();
    expect(passagesOf('a text of two windows', model, dimensions).length).toBe(2);
    for (const [name, start, length] of [
      ['one.codes', headerBytes, rowBytes],
      ['one.floats', 0, 4 * dimensions],
    ] as const) {
      const bytes = new Uint8Array(length);
      await (await host.files.open(name)).read(start, bytes);
      await overwrite(host, name, start + 2 * length, bytes);
    }
    await overwrite(host, 'one.codes', headerBytes + rowBytes, new Uint8Array(rowBytes));
    expect(await unindexedIds(await openIndex({ notebook, host }))).toEqual(['mem_1']);
  });

  it('from another store are loaded only for identical memories', async () => {
    const { host } = await storeVectors();
    const other = new Notebook('another store');
    other.save('mem_3', { content: 'note 3' });
    other.save('mem_5', { content: 'something else' });
    const index = await openIndex({ notebook: other, host });
    expect(await unindexedIds(index)).toEqual(['mem_5']);
    expect((await search(index, vector, { limit: 100 })).map(({ id }) => id)).toEqual(['mem_3']);
  });

  it('are computed again only for changed memories if the store was restored to an earlier state', async () => {
    const { host } = await storeVectors();
    const restored = new Notebook();
    for (let number = 0; number < 6; number++)
      restored.save(`mem_${number}`, { content: number === 2 ? 'edited since' : `note ${number}` });
    const index = await openIndex({ notebook: restored, host });
    expect(await unindexedIds(index)).toEqual(['mem_2']);
  });

  it('keep no bytes of a deleted memory', async () => {
    const stored = await storeVectors();
    const index = await openIndex(stored);
    stored.notebook.erase('mem_7');
    await index.catchUp(stored.notebook);
    await index.close();
    for (const [name, offset, length] of [
      ['one.codes', headerBytes + 4 * rowBytes, rowBytes],
      ['one.floats', 4 * 4 * dimensions, 4 * dimensions],
    ] as const) {
      const bytes = new Uint8Array(length);
      await (await stored.host.files.open(name)).read(offset, bytes);
      expect(bytes.every((byte) => byte === 0)).toBe(true);
      // Control: the same check finds bytes that are still there.
      await (await stored.host.files.open(name)).read(offset + length, bytes);
      expect(bytes.some((byte) => byte !== 0)).toBe(true);
    }
  });
});

it('the file of floats shrinks to the live vectors once the index is idle', async () => {
  const notebook = new Notebook();
  for (let number = 0; number < 600; number++) notebook.save(`mem_${number}`, { content: `note ${number}` });
  const host = new IndexHost(inMemoryLargeFiles());
  const index = host.open();
  await index.catchUp(notebook);
  await indexSome(index);
  for (let number = 0; number < 550; number++) notebook.erase(`mem_${number}`);
  await index.catchUp(notebook);
  await host.quiet();
  expect(await (await host.files.open('one.floats')).size()).toBe(50 * 4 * dimensions);
  const query = vectorOf('note 577', model, dimensions);
  expect((await search(index, query, { limit: 100 })).length).toBe(50);
  expect((await search(index, query, { limit: 1 }))[0]!.id).toBe('mem_577');
  expect(passagesOf('note 577', model, dimensions).length).toBe(1);
});
