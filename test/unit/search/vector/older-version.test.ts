import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import { Notebook } from '../keyword/notebook.ts';
import { dimensions, IndexHost, indexSome, model, search, tokensOf, vectorOf } from './fixtures.ts';

/**
 * The files of a vector index, in base64. The last version without token vectors (commit 4fbdf6c8) wrote `before` with
 * `model`. Two more runs changed `before` to `back`. First, a newer version indexed everything with `newer`. Then the
 * old version moved `mem_2` to the trash and indexed the rest again with `model`. The old version ignores the files of
 * token vectors, so `back` still has the token vectors of `mem_2`.
 */
const written = JSON.parse(readFileSync('test/fixtures/vectors/written-by-older-version.json', 'utf8')) as Record<
  'before' | 'back',
  Record<string, string>
>;
const newer = { id: 'a newer model', dimensions: 40, tokenWidth: 40 };
const notes = ['a boat', 'the harbour wall', 'red paint', 'two long oars'];

async function hostWith(files: Record<string, string>): Promise<IndexHost> {
  const large = inMemoryLargeFiles();
  for (const [name, bytes] of Object.entries(files)) {
    const file = await large.open(name);
    await file.write(0, Buffer.from(bytes, 'base64'));
    await file.close();
  }
  return new IndexHost(large);
}

function notebook(): Notebook {
  const all = new Notebook();
  for (const [number, content] of notes.entries()) all.save(`mem_${number}`, { content });
  return all;
}

async function bytesOf(host: IndexHost, name: string): Promise<Buffer> {
  const file = await host.files.open(name);
  const bytes = new Uint8Array(await file.size());
  await file.read(0, bytes);
  await file.close();
  return Buffer.from(bytes);
}

describe('files of a version without token vectors', () => {
  test('can be searched at once, until a newer model has indexed everything', async () => {
    const index = (await hostWith(written.before)).open();
    await index.catchUp(notebook());
    expect(index.model).toBe(model);
    expect(await index.coverage({})).toEqual({ indexed: 4, total: 4 });
    for (const [number, content] of notes.entries())
      expect((await search(index, vectorOf(content, model, dimensions), { limit: 1 }))[0]).toMatchObject({
        id: `mem_${number}`,
      });
    expect((await index.unindexed(newer, 10)).map(({ id }) => id)).toEqual(['mem_3', 'mem_2', 'mem_1', 'mem_0']);
    await indexSome(index, Infinity, newer.id, newer.dimensions);
    expect(index.model).toBe(newer.id);
    expect((await search(index, vectorOf('red paint', newer.id, newer.dimensions), { limit: 1 }))[0]).toMatchObject({
      id: 'mem_2',
    });
  });

  test('can be searched after the old version ran again, and lose the token vectors of a deleted text', async () => {
    const host = await hostWith(written.back);
    const deleted = tokensOf('red paint', newer.id, newer.dimensions);
    expect((await bytesOf(host, 'two.tokens')).includes(Buffer.from(deleted))).toBe(true);
    const all = notebook();
    all.trash('mem_2');
    const index = host.open();
    await index.catchUp(all);
    expect(index.model).toBe(model);
    expect(await index.coverage({})).toEqual({ indexed: 3, total: 3 });
    expect((await search(index, vectorOf('a boat', model, dimensions), { limit: 1 }))[0]).toMatchObject({
      id: 'mem_0',
    });
    expect(await bytesOf(host, 'two.tokens')).toHaveLength(0);
    await indexSome(index, Infinity, newer.id, newer.dimensions);
    expect(index.model).toBe(newer.id);
    expect((await index.tokensOf([{ id: 'mem_0', index: 0 }])).get('mem_0')).toEqual(
      tokensOf('a boat', newer.id, newer.dimensions),
    );
  });
});
