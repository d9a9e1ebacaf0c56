import { describe, expect, it } from 'vitest';
import type { WritableVectorIndex } from '../../../../src/search/vector/vector-index.ts';
import { Notebook } from '../keyword/notebook.ts';
import { dimensions, IndexHost, indexSome, model, passagesOf, search, tokensOf, vectorOf } from './fixtures.ts';

const wanted = { id: model, dimensions, tokenWidth: dimensions };
const unindexed = async (index: WritableVectorIndex) => (await index.unindexed(wanted, 100)).map(({ id }) => id);
const stored = async (index: WritableVectorIndex, id: string, passage = 0) =>
  (await index.tokensOf([{ id, index: passage }])).get(id);

async function bytesOf(host: IndexHost, name: string): Promise<Uint8Array> {
  const file = await host.files.open(name);
  const bytes = new Uint8Array(await file.size());
  await file.read(0, bytes);
  await file.close();
  return bytes;
}

const contains = (bytes: Uint8Array, part: Uint8Array) => Buffer.from(bytes).includes(Buffer.from(part));

async function indexed(
  contents: string[],
): Promise<{ notebook: Notebook; host: IndexHost; index: WritableVectorIndex }> {
  const notebook = new Notebook();
  for (const [number, content] of contents.entries()) notebook.save(`mem_${number}`, { content });
  const host = new IndexHost();
  const index = host.open();
  await index.catchUp(notebook);
  await indexSome(index);
  return { notebook, host, index };
}

const notes = ['a boat', 'the harbour wall', 'red paint', 'two long oars'];

describe('token vectors', () => {
  it('are returned for the requested passage, even after a restart', async () => {
    const long = 'a first part and then a second part';
    const { notebook, host, index } = await indexed([...notes, long]);
    const check = async (from: WritableVectorIndex) => {
      expect(await stored(from, 'mem_1')).toEqual(tokensOf('the harbour wall', model, dimensions));
      expect(await stored(from, 'mem_4', 1)).toEqual(tokensOf(long.slice(12, 28), model, dimensions));
      expect(await stored(from, 'mem_4', 5)).toBeUndefined();
      expect(await stored(from, 'mem_none')).toBeUndefined();
    };
    await check(index);
    await host.quiet();
    await index.close();
    const reopened = host.open();
    await reopened.catchUp(notebook);
    await check(reopened);
    expect(await unindexed(reopened)).toEqual([]);
  });

  it('are replaced when the text changes', async () => {
    const { notebook, index } = await indexed(notes);
    notebook.save('mem_0', { content: 'a kite' });
    await index.catchUp(notebook);
    expect(await stored(index, 'mem_0')).toBeUndefined();
    await indexSome(index);
    expect(await stored(index, 'mem_0')).toEqual(tokensOf('a kite', model, dimensions));
  });

  it('are wiped from the file when their memory is deleted', async () => {
    const { notebook, host, index } = await indexed(notes);
    const secret = tokensOf('red paint', model, dimensions);
    expect(contains(await bytesOf(host, 'one.tokens'), secret)).toBe(true);
    notebook.trash('mem_2');
    await index.catchUp(notebook);
    expect(contains(await bytesOf(host, 'one.tokens'), secret)).toBe(false);
    expect(await stored(index, 'mem_3')).toEqual(tokensOf('two long oars', model, dimensions));
  });

  it('are wiped at the next start if their memory was deleted while the index was closed', async () => {
    const { notebook, host, index } = await indexed(notes);
    await index.close();
    const secret = tokensOf('red paint', model, dimensions);
    notebook.trash('mem_2');
    const reopened = host.open();
    await reopened.catchUp(notebook);
    expect(contains(await bytesOf(host, 'one.tokens'), secret)).toBe(false);
    expect(await stored(reopened, 'mem_0')).toEqual(tokensOf('a boat', model, dimensions));
  });

  it('cause no writes at a start if their unused space was wiped before', async () => {
    const { notebook, host, index } = await indexed(notes);
    notebook.trash('mem_1');
    await index.catchUp(notebook);
    await index.close();
    const written: string[] = [];
    const open = host.files.open.bind(host.files);
    host.files.open = async (name) => {
      const file = await open(name);
      return { ...file, write: async (at, bytes) => (written.push(name), file.write(at, bytes)) };
    };
    const reopened = host.open();
    await reopened.catchUp(notebook);
    expect(await stored(reopened, 'mem_0')).toEqual(tokensOf('a boat', model, dimensions));
    expect(written).toEqual([]);
  });

  it('are not returned if they are damaged; the damage is reported, and they are computed again', async () => {
    const { host, index } = await indexed(notes);
    const file = await host.files.open('one.tokens');
    await file.write(3, Uint8Array.of(255));
    await stored(index, 'mem_2');
    expect(host.damages).toBe(0);
    // The newest memory, mem_3, was indexed first, so the damaged bytes at the beginning of the file belong to it.
    expect(await stored(index, 'mem_3')).toBeUndefined();
    expect(host.damages).toBe(1);
    expect(await unindexed(index)).toEqual(['mem_3']);
    await indexSome(index);
    expect(await stored(index, 'mem_3')).toEqual(tokensOf('two long oars', model, dimensions));
  });

  it('are added, newest first, if an older version stored none; search works meanwhile', async () => {
    const { notebook, host, index } = await indexed(notes);
    await host.quiet();
    await index.close();
    for (const name of ['one.tokens', 'one.token-rows']) await host.files.remove(name);
    const upgraded = host.open();
    await upgraded.catchUp(notebook);
    expect(await unindexed(upgraded)).toEqual(['mem_3', 'mem_2', 'mem_1', 'mem_0']);
    expect(await upgraded.coverage({})).toEqual({ indexed: 4, total: 4 });
    const vector = vectorOf('red paint', model, dimensions);
    expect((await search(upgraded, vector, { limit: 1 }))[0]).toMatchObject({ id: 'mem_2' });
    await indexSome(upgraded, 1);
    expect(await stored(upgraded, 'mem_3')).toEqual(tokensOf('two long oars', model, dimensions));
    await indexSome(upgraded);
    expect(await stored(upgraded, 'mem_0')).toEqual(tokensOf('a boat', model, dimensions));
    expect(await unindexed(upgraded)).toEqual([]);
  });

  it('are added and returned for each passage if a title is longer than one passage', async () => {
    const title = 'the first part of a very long title and its last part';
    const content = 'some words';
    const notebook = new Notebook();
    notebook.save('mem_0', { title, content });
    const host = new IndexHost();
    const index = host.open();
    await index.catchUp(notebook);
    await indexSome(index);
    await host.quiet();
    await index.close();
    for (const name of ['one.tokens', 'one.token-rows']) await host.files.remove(name);
    const upgraded = host.open();
    await upgraded.catchUp(notebook);
    await indexSome(upgraded, 1);
    expect(await unindexed(upgraded)).toEqual([]);
    for (const { vector, tokens } of passagesOf(`${title}\n${content}`, model, dimensions)) {
      const [hit] = await search(upgraded, vector);
      expect((await upgraded.tokensOf([{ id: 'mem_0', index: hit!.passage.index }])).get('mem_0')).toEqual(tokens);
    }
  });

  it('are ignored and wiped if an older version left them for a text that has changed', async () => {
    const { notebook, host, index } = await indexed(notes);
    await index.close();
    const [rows, data] = [await bytesOf(host, 'one.token-rows'), await bytesOf(host, 'one.tokens')];
    notebook.save('mem_0', { content: 'a kite' });
    const older = host.open();
    await older.catchUp(notebook);
    await indexSome(older);
    await older.close();
    for (const [name, bytes] of [
      ['one.token-rows', rows],
      ['one.tokens', data],
    ] as const) {
      const file = await host.files.open(name);
      await file.truncate(0);
      await file.write(0, bytes);
    }
    const newer = host.open();
    await newer.catchUp(notebook);
    expect(await stored(newer, 'mem_0')).toBeUndefined();
    expect(await stored(newer, 'mem_1')).toEqual(tokensOf('the harbour wall', model, dimensions));
    expect(contains(await bytesOf(host, 'one.tokens'), tokensOf('a boat', model, dimensions))).toBe(false);
  });

  it('are requested only once if the model returns none', async () => {
    const { index, notebook } = await indexed(notes);
    notebook.save('mem_9', { content: 'no tokens' });
    await index.catchUp(notebook);
    const [memory] = await index.unindexed(wanted, 1);
    await index.keep(model, memory!, [{ start: 0, end: 9, vector: vectorOf('no tokens', model, dimensions) }]);
    expect(await unindexed(index)).toEqual([]);
  });

  it('use at most twice the space that they need, even after most memories are deleted', async () => {
    const { notebook, host, index } = await indexed(Array.from({ length: 60 }, (_, number) => `note ${number}`));
    const full = (await bytesOf(host, 'one.tokens')).length;
    for (let number = 6; number < 60; number++) notebook.trash(`mem_${number}`);
    await index.catchUp(notebook);
    await host.quiet();
    expect((await bytesOf(host, 'one.tokens')).length).toBeLessThanOrEqual(full / 5);
    for (let number = 0; number < 6; number++)
      expect(await stored(index, `mem_${number}`)).toEqual(tokensOf(`note ${number}`, model, dimensions));
  });
});
