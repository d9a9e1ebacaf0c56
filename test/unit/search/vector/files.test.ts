import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blobBytes, blobLargeFiles } from '../../../../src/search/vector/files/blobs.ts';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import { inMemoryFiles } from '../../../../scripts/in-memory-store/files.ts';

const index = fc.integer({ min: 0, max: 60_000 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('write' as const), index, fc.integer({ min: 0, max: 40_000 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('truncate' as const), index) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('reopen' as const, 'remove' as const)) },
);

it.each([
  ['in memory', () => inMemoryLargeFiles()],
  ['in blobs', () => blobLargeFiles(inMemoryFiles())],
])('a large file %s returns what was written at each offset', async (_, make) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.tuple(index, fc.integer({ min: 0, max: 40_000 })), { maxLength: 4 }),
      async (steps, reads) => {
        const files = make();
        let file = await files.open('a');
        let expected = new Uint8Array();
        for (const [number, [kind, at = 0, length = 0]] of steps.entries()) {
          if (kind === 'write') {
            const start = Math.min(at, expected.length);
            const after = new Uint8Array(Math.max(expected.length, start + length));
            after.set(expected);
            after.fill(number + 1, start, start + length);
            expected = after;
            await file.write(start, new Uint8Array(length).fill(number + 1));
          } else if (kind === 'truncate') {
            expected = expected.slice(0, at);
            await file.truncate(at);
          } else {
            await file.close();
            if (kind === 'remove') await files.remove('a');
            if (kind === 'remove') expected = new Uint8Array();
            file = await files.open('a');
          }
          expect(await file.size()).toBe(expected.length);
        }
        for (const [at, length] of [[0, expected.length] as const, ...reads]) {
          const into = new Uint8Array(length);
          const bytesRead = await file.read(at, into);
          expect(Buffer.compare(into.subarray(0, bytesRead), expected.subarray(at, at + length))).toBe(0);
        }
        expect(await (await files.open('b')).size()).toBe(0);
      },
    ),
    { seed: 20_261_121, numRuns: 60 },
  );
});

it('truncating a file in blobs can be repeated after a kill at any removal of a blob', async () => {
  for (let completed = 0; completed < 4; completed++) {
    const blobs = inMemoryFiles();
    const file = await blobLargeFiles(blobs).open('a');
    await file.write(0, new Uint8Array(4 * blobBytes));
    let removals = 0;
    const remove = async (name: string) => {
      if (removals++ === completed) throw new Error('killed');
      await blobs.remove(name);
    };
    const killed = await blobLargeFiles({ ...blobs, remove }).open('a');
    await killed.truncate(0).catch(() => {});
    const reopened = await blobLargeFiles(blobs).open('a');
    await reopened.truncate(0);
    expect(await reopened.size()).toBe(0);
    for (const number of [0, 1, 2, 3]) expect(await blobs.read(`a.${number}`)).toBeUndefined();
  }
});
