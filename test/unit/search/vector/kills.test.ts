import { describe, expect, it } from 'vitest';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import type { WritableVectorIndex } from '../../../../src/search/vector/vector-index.ts';
import { Notebook } from '../keyword/notebook.ts';
import { FailingFiles } from './failing-files.ts';
import { ofTheDay } from '../../../support/rounds.ts';
import { naiveSearch, textOf } from './naive.ts';
import { IndexHost, dimensions, model, passagesOf, indexSome, search, vectorOf } from './fixtures.ts';

const idOf = (number: number) => `mem_${number}`;
const queries = ['room twelve', 'note 3', 'Lisbon'].map((words) => vectorOf(words, model, dimensions));

/**
 * Checks the hits of a restarted index if it already searches with the model `name`. Then indexes everything, and
 * checks all hits and token vectors.
 */
async function checkRestarted(index: WritableVectorIndex, notebook: Notebook, name = model): Promise<void> {
  await index.catchUp(notebook);
  const passages = (text: string) => passagesOf(text, name, dimensions);
  const live = notebook.live();
  if (index.model === name) {
    const { indexed } = await index.coverage({});
    const hits = await search(index, queries[0]!, { limit: 100 });
    expect(hits.length).toBe(indexed);
    const expected = new Map(naiveSearch(live, queries[0]!, passages).map((hit) => [hit.id, hit]));
    for (const hit of hits) expect(hit.passage).toEqual(expected.get(hit.id)!.passage);
  }
  await indexSome(index, Infinity, name);
  expect(await index.coverage({})).toEqual({ indexed: live.length, total: live.length });
  for (const query of queries) {
    expect((await search(index, query, { limit: 100 })).map(({ id, passage }) => ({ id, passage }))).toEqual(
      naiveSearch(live, query, passages).map(({ id, passage }) => ({ id, passage })),
    );
  }
  for (const row of live)
    for (const [position, { tokens }] of passages(textOf(row).text).entries())
      expect((await index.tokensOf([{ id: row.id, index: position }])).get(row.id)).toEqual(tokens);
}

/** Splits stored token vectors into blocks of 64 bytes, as hex. Omits blocks of zeros. */
function blocksOf(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  const blocks = hex.match(/.{1,128}/g) ?? [];
  return blocks.map((block) => block.padEnd(128, '0')).filter((block) => /[^0]/.test(block));
}

/**
 * Checks that a volume without codes has no floats and no token vectors, and that all token vectors belong to live
 * memories, because the words of a deleted memory could be reconstructed from its token vectors.
 */
async function checkNoStrayVectors({ files }: IndexHost, notebook: Notebook, models: string[]): Promise<void> {
  const passages = notebook
    .live()
    .flatMap((row) => models.flatMap((name) => passagesOf(textOf(row).text, name, dimensions)));
  const live = new Set(passages.flatMap(({ tokens }) => blocksOf(tokens!)));
  const read = async (file: string) => {
    const opened = await files.open(file);
    const bytes = new Uint8Array(await opened.size());
    await opened.read(0, bytes);
    await opened.close();
    return bytes;
  };
  for (const volume of ['one', 'two']) {
    const tokens = await read(`${volume}.tokens`);
    if ((await read(`${volume}.codes`)).length === 0)
      expect([volume, (await read(`${volume}.floats`)).length, tokens.length]).toEqual([volume, 0, 0]);
    expect(blocksOf(tokens).filter((block) => !live.has(block))).toEqual([]);
  }
}

/** A store with indexed memories of different lengths. */
async function indexedStore(count: number): Promise<{ notebook: Notebook; host: IndexHost }> {
  const notebook = new Notebook();
  for (let number = 0; number < count; number++)
    notebook.save(idOf(number), {
      content: `note ${number} ${'of room twelve '.repeat(number % 4)}`,
      title: number % 3 === 0 ? 'A title' : null,
    });
  const host = new IndexHost();
  const index = host.open();
  await index.catchUp(notebook);
  await indexSome(index);
  await index.close();
  return { notebook, host };
}

/** How much of a killed write reaches the file: none, half or all. */
const parts = [0, 0.5, 1];
const partsOfTheDay = ofTheDay(parts);

/** Kills `work` at each of its changes to the files in turn. Returns the number of changes. */
async function killAtEachChange(
  begin: () => Promise<{
    notebook: Notebook;
    host: IndexHost;
    work: (index: WritableVectorIndex, quiet: () => Promise<void>) => Promise<void>;
    name?: string;
  }>,
): Promise<number> {
  for (let changes = 0; ; changes++) {
    let failed = false;
    for (const part of partsOfTheDay) {
      const { notebook, host, work, name = model } = await begin();
      const failing = new FailingFiles(host.files, changes, part);
      const killed = new IndexHost(failing, host.blobs);
      await work(killed.open(), () => killed.quiet()).catch(() => {});
      failed ||= failing.failed;
      const restarted = host.open();
      await restarted.catchUp(notebook);
      await checkNoStrayVectors(host, notebook, [model, name]);
      await checkRestarted(restarted, notebook, name);
      await restarted.close();
      await checkNoStrayVectors(host, notebook, [name]);
    }
    if (!failed) return changes;
  }
}

describe('an index recovers from a kill at any change of its files', () => {
  it('while memories are indexed', async () => {
    const changes = await killAtEachChange(async () => {
      const { notebook, host } = await indexedStore(3);
      for (let number = 3; number < 8; number++)
        notebook.save(idOf(number), { content: `note ${number} ${'in Lisbon '.repeat(number)}` });
      const work = async (index: WritableVectorIndex) => {
        await index.catchUp(notebook);
        await indexSome(index);
      };
      return { notebook, host, work };
    });
    expect(changes).toBeGreaterThan(20);
  });

  it('while memories are edited, deleted and indexed again', async () => {
    const changes = await killAtEachChange(async () => {
      const { notebook, host } = await indexedStore(8);
      const work = async (index: WritableVectorIndex) => {
        await index.catchUp(notebook);
        for (const number of [1, 3, 6])
          notebook.save(idOf(number), { content: `edited ${number} ${'in Lisbon '.repeat(8 - number)}` });
        for (const number of [2, 7]) notebook.trash(idOf(number));
        await index.catchUp(notebook);
        notebook.restore(idOf(2));
        await index.catchUp(notebook);
        await indexSome(index);
      };
      return { notebook, host, work };
    });
    expect(changes).toBeGreaterThan(30);
  });

  it('while live vectors are compacted', async () => {
    const changes = await killAtEachChange(async () => {
      const { notebook, host } = await indexedStore(16);
      for (let number = 0; number < 11; number++) notebook.erase(idOf(number));
      const work = async (index: WritableVectorIndex, quiet: () => Promise<void>) => {
        await index.catchUp(notebook);
        await quiet();
      };
      return { notebook, host, work };
    });
    expect(changes).toBeGreaterThan(20);
  });

  it('while another model takes over', async () => {
    const other = 'another model';
    const changes = await killAtEachChange(async () => {
      const { notebook, host } = await indexedStore(4);
      const work = async (index: WritableVectorIndex) => {
        await index.catchUp(notebook);
        await indexSome(index, Infinity, other);
      };
      return { notebook, host, work, name: other };
    });
    expect(changes).toBeGreaterThan(10);
  });
});

it('a full disk leaves memories pending, which are indexed after a restart with free space', async () => {
  const notebook = new Notebook();
  for (let number = 0; number < 3; number++)
    notebook.save(idOf(number), { content: `note ${number}, in room twelve of the house` });
  const files = inMemoryLargeFiles();
  const failing = new FailingFiles(files, 8);
  const index = new IndexHost(failing).open();
  await index.catchUp(notebook);
  await expect(indexSome(index)).rejects.toThrow('killed');
  const { indexed } = await index.coverage({});
  expect(indexed).toBeLessThan(3);
  expect((await search(index, queries[0]!)).length).toBe(indexed);
  await index.close();
  await checkRestarted(new IndexHost(files).open(), notebook);
});
