import { expect, test } from 'vitest';
import type { IndexFiles } from '../../../src/service/ports/keyword-index.ts';

export function fileCases(make: () => { files: IndexFiles }): void {
  test('reads a blob unchanged until it is replaced or removed', async () => {
    const { files } = make();
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    expect(await files.read('a')).toBeUndefined();
    await files.write('a', bytes);
    await files.write('b', new Uint8Array());
    expect(await files.read('a')).toEqual(bytes);
    expect(await files.read('b')).toEqual(new Uint8Array());
    await files.write('a', bytes.subarray(0, 3));
    expect(await files.read('a')).toEqual(Uint8Array.of(0, 1, 2));
    await files.remove('a');
    await files.remove('a');
    expect(await files.read('a')).toBeUndefined();
    expect(await files.read('b')).toBeDefined();
  });

  test('copies blobs on write and read', async () => {
    const { files } = make();
    const bytes = Uint8Array.of(1, 2);
    await files.write('a', bytes);
    bytes[0] = 9;
    (await files.read('a'))![1] = 9;
    expect(await files.read('a')).toEqual(Uint8Array.of(1, 2));
  });
}
