import { describe, expect, it } from 'vitest';
import { inMemoryLargeFiles } from '../../../../src/search/vector/files/memory.ts';
import { headerBytes } from '../../../../src/search/vector/header.ts';
import { RowFormat } from '../../../../src/search/vector/row.ts';
import type { WritableVectorIndex } from '../../../../src/search/vector/vector-index.ts';
import { Notebook } from '../keyword/notebook.ts';
import { IndexHost, dimensions, indexOf, model, passagesOf, indexSome, search, vectorOf } from './fixtures.ts';

const count = 12;
const rowBytes = new RowFormat(dimensions, 0).bytes;
const vector = vectorOf('note 5', model, dimensions);

/** Each memory has one window. The newest is indexed first, so note 11 is in slot 0. */
async function kept(): Promise<{ notebook: Notebook; host: IndexHost }> {
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

async function change(host: IndexHost, name: (typeof files)[number], at: number, bytes: Uint8Array): Promise<void> {
  const file = await host.files.open(name);
  await file.write(at, bytes);
  await file.close();
}

async function opened({ notebook, host }: Awaited<ReturnType<typeof kept>>): Promise<WritableVectorIndex> {
  const index = host.open();
  await index.catchUp(notebook);
  return index;
}

/** The ids of the unindexed memories, in the order of indexing. */
async function reading(index: WritableVectorIndex): Promise<string[]> {
  return (await index.unindexed({ id: model, dimensions, tokenWidth: dimensions }, 100)).map(({ id }) => id);
}

describe('stored vectors', () => {
  it('are loaded again, so that no memory is indexed again', async () => {
    const index = await opened(await kept());
    expect(await reading(index)).toEqual([]);
    expect((await search(index, vector, { limit: 1 }))[0]).toMatchObject({
      id: 'mem_5',
      passage: { start: 0, end: 6 },
    });
  });

  it.each([
    ['its first byte', 0],
    ['its text', 20],
    ['its scale', 36],
    ['its codes', 60],
    ['its last byte', rowBytes - 1],
  ])('are computed again only for a damaged row: %s', async (_, position) => {
    const made = await kept();
    const at = headerBytes + 4 * rowBytes + position;
    const file = await made.host.files.open('one.codes');
    const byte = new Uint8Array(1);
    await file.read(at, byte);
    await change(made.host, 'one.codes', at, Uint8Array.of(byte[0]! ^ 1));
    const index = await opened(made);
    expect(await reading(index)).toEqual(['mem_7']);
    expect((await search(index, vector, { limit: 100 })).length).toBe(count - 1);
    await indexSome(index);
    expect(await index.coverage({})).toEqual({ indexed: count, total: count });
  });

  it('are searched by their codes if their floats are damaged, and computed again once the floats are read', async () => {
    const made = await kept();
    await change(made.host, 'one.floats', 6 * 4 * dimensions + 40, Uint8Array.of(1, 2, 3));
    const index = await opened(made);
    expect(await reading(index)).toEqual([]);
    const [hit] = await search(index, vector, { limit: 1 });
    expect(hit!.id).toBe('mem_5');
    expect(hit!.cosine).toBeGreaterThan(0.99);
    expect(await reading(index)).toEqual(['mem_5']);
    await indexSome(index);
    expect((await search(index, vector, { limit: 1 }))[0]!.cosine).toBeCloseTo(1, 6);
  });

  it.each<[string, (host: IndexHost) => Promise<void>, number]>([
    ['the header', (host) => change(host, 'one.codes', 10, Uint8Array.of(7)), count],
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
    ['a byte of that snapshot', (host) => host.blobs.write('vectors', Uint8Array.of(1, 2, 3)), 0],
  ])('are computed again as far as they are lost: %s', async (_, lose, expected) => {
    const made = await kept();
    await lose(made.host);
    const index = await opened(made);
    expect((await reading(index)).length).toBe(expected);
    await indexSome(index);
    expect((await search(index, vector, { limit: 100 })).length).toBe(count);
    expect((await search(index, vector, { limit: 1 }))[0]!.id).toBe('mem_5');
  });

  it('are incomplete if one window occurs twice and another is damaged', async () => {
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
      await change(host, name, start + 2 * length, bytes);
    }
    await change(host, 'one.codes', headerBytes + rowBytes, new Uint8Array(rowBytes));
    expect(await reading(await opened({ notebook, host }))).toEqual(['mem_1']);
  });

  it('from another store are loaded only for identical memories', async () => {
    const { host } = await kept();
    const other = new Notebook('another store');
    other.save('mem_3', { content: 'note 3' });
    other.save('mem_5', { content: 'something else' });
    const index = await opened({ notebook: other, host });
    expect(await reading(index)).toEqual(['mem_5']);
    expect((await search(index, vector, { limit: 100 })).map(({ id }) => id)).toEqual(['mem_3']);
  });

  it('are checked against a store that was restored to an earlier state', async () => {
    const { host } = await kept();
    const restored = new Notebook();
    for (let number = 0; number < 6; number++)
      restored.save(`mem_${number}`, { content: number === 2 ? 'edited since' : `note ${number}` });
    const index = await opened({ notebook: restored, host });
    expect(await reading(index)).toEqual(['mem_2']);
  });

  it('keep no bytes of a deleted memory', async () => {
    const made = await kept();
    const index = await opened(made);
    made.notebook.erase('mem_7');
    await index.catchUp(made.notebook);
    await index.close();
    for (const [name, at, length] of [
      ['one.codes', headerBytes + 4 * rowBytes, rowBytes],
      ['one.floats', 4 * 4 * dimensions, 4 * dimensions],
    ] as const) {
      const bytes = new Uint8Array(length);
      await (await made.host.files.open(name)).read(at, bytes);
      expect(bytes.every((byte) => byte === 0)).toBe(true);
      // Control: the same check finds bytes that are still there.
      await (await made.host.files.open(name)).read(at + length, bytes);
      expect(bytes.some((byte) => byte !== 0)).toBe(true);
    }
  });
});

it('the files shrink to the live vectors once the index is idle', async () => {
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
