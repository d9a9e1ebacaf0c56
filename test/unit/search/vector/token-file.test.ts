import { expect, test } from 'vitest';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import type { LargeFiles } from '../../../../src/search/vector/files/large-file.ts';
import { openTokens } from '../../../../src/search/vector/token-file.ts';

const header = { model: 'a model', dimensions: 24, nonce: 7, order: 1 };
const block = 64;
const tokensOf = (slot: number) => new Uint8Array(block).fill(slot + 1);
/** Stands for the checksum of the vector in a slot. */
const checkOf = (slot: number) => slot;

/** A file with the token vectors of ten slots, of one block each. */
async function tenSlots(files: LargeFiles) {
  const tokens = await openTokens(files, 'one', header);
  for (let slot = 0; slot < 10; slot++) await tokens.write(slot, checkOf(slot), tokensOf(slot));
  return tokens;
}

test.each([
  ['is undamaged', undefined],
  ['is damaged', 9],
])('token vectors move to the start of the file, even if the last one %s', async (_, damaged) => {
  const files = inMemoryLargeFiles();
  const tokens = await tenSlots(files);
  for (let slot = 0; slot < 7; slot++) await tokens.wipe(slot);
  const data = await files.open('one.tokens');
  if (damaged !== undefined) await data.write(damaged * block, Uint8Array.of(255));
  while (await tokens.compact(10, checkOf, 1));
  const left = [7, 8, 9].filter((slot) => slot !== damaged);
  expect(await data.size()).toBe(left.length * block);
  for (const slot of left) expect(await tokens.read(slot)).toEqual(tokensOf(slot));
});

test('if the files can’t be opened, none stays open', async () => {
  const files = inMemoryLargeFiles();
  const open = new Set<string>();
  const failing: LargeFiles = {
    ...files,
    async open(name) {
      open.add(name);
      const fail = async () => {
        throw new Error('The file can’t be changed.');
      };
      return { ...(await files.open(name)), truncate: fail, close: async () => void open.delete(name) };
    },
  };
  await expect(openTokens(failing, 'one', header)).rejects.toThrow('can’t be changed');
  expect([...open]).toEqual([]);
});
