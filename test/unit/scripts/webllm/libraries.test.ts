import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchLibraries, type FetchLibraries } from '../../../../scripts/webllm/fetch-libraries.ts';
import { packagedModels } from '../../../../scripts/webllm/packaged.ts';
import { pinOf } from '../../../../scripts/webllm/pins.ts';
import { arcticS, libraryAddress } from '../../../../src/embed/webllm/models.ts';
import { temporaryFolder } from '../../../../scripts/browsers/temporary.ts';

const contents = new TextEncoder().encode('a library');
const name = arcticS.library;

function fetching(parts: Partial<FetchLibraries> = {}) {
  const folder = temporaryFolder('libraries');
  const requested: string[] = [];
  const get = async (address: string) => (requested.push(address), contents);
  return { folder, requested, done: fetchLibraries({ names: [name], pins: {}, pinNew: false, get, folder, ...parts }) };
}

describe('fetching a library', () => {
  test('saves a pinned library for the build', async () => {
    const { folder, requested, done } = fetching({ pins: { [name]: pinOf(contents) } });
    await done;
    expect(requested).toEqual([libraryAddress(name)]);
    expect(readFileSync(join(folder, 'webllm', name), 'utf8')).toBe('a library');
  });

  test.each([
    ['a library that isn’t pinned', {}],
    ['a library pinned with another hash', { pins: { [name]: pinOf(new TextEncoder().encode('another')) } }],
    [
      'a library that differs from its pin, even with --pin',
      { pinNew: true, pins: { [name]: pinOf(new TextEncoder().encode('another')) } },
    ],
  ])('doesn’t save %s', async (_, parts) => {
    const { folder, done } = fetching(parts);
    await expect(done).rejects.toThrow(name);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('pins a new library with --pin', async () => {
    const { folder, done } = fetching({ pinNew: true });
    expect(await done).toEqual({ [name]: pinOf(contents) });
    expect(existsSync(join(folder, 'webllm', name))).toBe(true);
  });
});

describe('a build', () => {
  test('without libraries offers no downloadable model', () => {
    const packaged = packagedModels(temporaryFolder('empty'));
    expect(packaged).toEqual([]);
  });

  test('with a library offers its model', async () => {
    const pins = { [name]: pinOf(contents) };
    const { folder, done } = fetching({ pins });
    await done;
    const packaged = packagedModels(folder, pins);
    expect(packaged).toEqual([arcticS]);
  });

  test('fails with an unpinned library', async () => {
    const { folder, done } = fetching({ pinNew: true });
    await done;
    expect(() => packagedModels(folder, {})).toThrow(`${name} is not pinned`);
  });
});
