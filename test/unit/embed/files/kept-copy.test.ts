import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { weightsFromCopy, type WeightsSources } from '../../../../src/embed/files/kept-copy.ts';
import { checksum } from '../../../../src/lib/checksum.ts';
import type { FreeSpace } from '../../../../src/lib/free-space.ts';
import { weightsFile } from '../../../../src/embed/minilm/model.ts';
import { until } from '../../../../scripts/browsers/index.ts';
import { folderInMemory } from '../../../support/folder-in-memory.ts';
import { weights } from '../minilm/modules.ts';

describe('the copy of the weights', () => {
  let files: Map<string, Uint8Array<ArrayBuffer>>;
  let fetched: number;
  const fresh = async () => {
    fetched++;
    return weights;
  };
  const waitForCopy = () =>
    until('a complete copy', () => [...files.values()].some((bytes) => Buffer.compare(bytes, weights) === 0));
  const read = async (root: WeightsSources['root'], freeSpace?: FreeSpace) => {
    const target = new Uint8Array(weights.length);
    const checksumOfTarget = () => checksum(new Uint32Array(target.buffer), 0, target.length / 4, 0);
    await weightsFromCopy(weightsFile, target, checksumOfTarget, { root, fresh, ...(freeSpace && { freeSpace }) });
    return target;
  };
  const load = () => read(folderInMemory(files));
  beforeEach(() => {
    files = new Map();
    fetched = 0;
  });

  test('is written once and then read', async () => {
    expect(Buffer.compare(await load(), weights)).toBe(0);
    await waitForCopy();
    expect(Buffer.compare(await load(), weights)).toBe(0);
    expect(fetched).toBe(1);
  });

  test.each([
    ['torn', () => weights.slice(0, 1_000_000)],
    ['empty', () => new Uint8Array()],
    ['a copy of other weights', () => weights.map((byte, index) => (index === 17 ? byte ^ 1 : byte))],
    ['complete except for a page of zeros', () => weights.slice().fill(0, 6_000_000, 6_065_536)],
  ])('is rewritten if it is %s', async (_, damaged) => {
    await load();
    await waitForCopy();
    const [name] = files.keys();
    files.set(name!, damaged());
    expect(Buffer.compare(await load(), weights)).toBe(0);
    await waitForCopy();
    expect(Buffer.compare(await load(), weights)).toBe(0);
    expect(fetched).toBe(2);
  });

  test('replaces the copy of an older version', async () => {
    files.set('older.bin', new Uint8Array(9));
    await load();
    await until('the older copy to go', () => !files.has('older.bin'));
  });

  test.each([
    ['skipped', 'too little', weights.length * 9, false],
    ['written', 'enough', weights.length * 10, true],
  ])('is %s if there is %s free space', async (_, __, free, written) => {
    await read(folderInMemory(files), async () => free);
    await setImmediate();
    expect(files.size > 0).toBe(written);
  });

  test('is skipped if the browser stores no files', async () => {
    const refused = () => Promise.reject(new DOMException('', 'SecurityError'));
    expect(Buffer.compare(await read(refused), weights)).toBe(0);
  });
});
