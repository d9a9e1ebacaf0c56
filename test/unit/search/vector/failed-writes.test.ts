import { describe, expect, it } from 'vitest';
import type { LargeFiles } from '../../../../src/search/vector/files/large-file.ts';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import { checksumOfFloats } from '../../../../src/lib/checksum.ts';
import { Notebook } from '../keyword/notebook.ts';
import { dimensions, IndexHost, indexSome, model, tokensOf, vectorOf } from './fixtures.ts';

/**
 * Files that imitate a full disk. A file whose name ends with the value of `full` rejects every write except zeros,
 * which only wipe existing bytes.
 */
function fillableFiles(): LargeFiles & { full: string | undefined } {
  const files = inMemoryLargeFiles();
  const fillable = {
    full: undefined as string | undefined,
    async open(name: string) {
      const file = await files.open(name);
      return {
        ...file,
        async write(at: number, bytes: Uint8Array) {
          const isWipe = bytes.every((byte) => byte === 0);
          if (!isWipe && fillable.full !== undefined && name.endsWith(fillable.full))
            throw new Error('The disk is full.');
          await file.write(at, bytes);
        },
      };
    },
    remove: files.remove,
  };
  return fillable;
}

async function bytesOf(files: LargeFiles, name: string): Promise<Buffer> {
  const file = await files.open(name);
  const bytes = Buffer.alloc(await file.size());
  await file.read(0, bytes);
  return bytes;
}

const secret = 'red paint';
const tokens = Buffer.from(tokensOf(secret, model, dimensions));
const floats = Buffer.from(vectorOf(secret, model, dimensions).buffer);

async function isInFiles(files: LargeFiles): Promise<{ tokens: boolean; floats: boolean; rows: boolean }> {
  const check = Buffer.from(Uint32Array.of(checksumOfFloats(vectorOf(secret, model, dimensions))).buffer);
  return {
    tokens: (await bytesOf(files, 'one.tokens')).includes(tokens),
    floats: (await bytesOf(files, 'one.floats')).includes(floats),
    rows: (await bytesOf(files, 'one.codes')).includes(check),
  };
}

const gone = { tokens: false, floats: false, rows: false };

describe.each(['.token-rows', '.tokens', '.codes', '.floats'])('if %s can’t be written', (name) => {
  it('a deleted memory leaves nothing in the files', async () => {
    const files = fillableFiles();
    const host = new IndexHost(files);
    const notebook = new Notebook();
    notebook.save('mem_0', { content: 'a boat' });
    const index = host.open();
    await index.catchUp(notebook);
    await indexSome(index);
    notebook.save('mem_1', { content: secret });
    await index.catchUp(notebook);
    files.full = name;
    await expect(indexSome(index)).rejects.toThrow('full');
    notebook.trash('mem_1');
    await index.catchUp(notebook);
    expect(await isInFiles(files)).toEqual(gone);
  });

  it.each([
    ['vectors', 8, 'note', 0],
    ['token vectors', 4, 'a b c d e f g h', 4],
  ])(
    'a memory leaves nothing in the files if it is deleted after %s couldn’t be moved',
    async (_, removed, content, kept) => {
      const files = fillableFiles();
      const host = new IndexHost(files);
      const notebook = new Notebook();
      const index = host.open();
      const save = async (id: string, text: string) => {
        notebook.save(id, { content: text });
        await index.catchUp(notebook);
        await indexSome(index);
      };
      for (let number = 0; number < removed; number++) await save(`mem_${number}`, content);
      for (let number = 0; number < kept; number++) await save(`mem_other_${number}`, 'note');
      await save('mem_secret', secret);
      for (let number = 0; number < removed; number++) notebook.trash(`mem_${number}`);
      await index.catchUp(notebook);
      files.full = name;
      await host.quiet().catch(() => {});
      files.full = undefined;
      notebook.trash('mem_secret');
      await index.catchUp(notebook);
      expect(await isInFiles(files)).toEqual(gone);
    },
  );
});

it('a compaction that fails halfway loses no token vectors', async () => {
  const files = fillableFiles();
  const host = new IndexHost(files);
  const notebook = new Notebook();
  for (let number = 0; number < 9; number++) notebook.save(`mem_${number}`, { content: `note ${number}` });
  const index = host.open();
  await index.catchUp(notebook);
  await indexSome(index);
  for (let number = 1; number < 9; number++) notebook.trash(`mem_${number}`);
  await index.catchUp(notebook);
  const stored = async () => (await index.tokensOf([{ id: 'mem_0', index: 0 }])).get('mem_0');
  for (const name of ['.floats', '.codes', '.tokens', '.token-rows']) {
    files.full = name;
    await host.quiet().catch(() => {});
    expect(await stored()).toEqual(tokensOf('note 0', model, dimensions));
  }
  files.full = undefined;
  await host.quiet();
  expect(await stored()).toEqual(tokensOf('note 0', model, dimensions));
});
