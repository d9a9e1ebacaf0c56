import { describe, expect, test } from 'vitest';
import { isFetched, removeFiles } from '../../../../src/embed/webllm/files.ts';
import { fakeCaches } from '../../../support/fake-caches.ts';

const download = { address: 'https://models.example/toy/resolve/main/', bytes: 3, hosts: ['models.example'] };
const other = 'https://models.example/another/resolve/main/';
const list = JSON.stringify({ records: [{ dataPath: 'params_shard_0.bin' }, { dataPath: 'params_shard_1.bin' }] });

const complete = () => ({
  'webllm/config': { [`${download.address}mlc-chat-config.json`]: '{}' },
  'webllm/model': {
    [`${download.address}tokenizer.json`]: '{}',
    [`${download.address}tensor-cache.json`]: list,
    [`${download.address}params_shard_0.bin`]: '0',
    [`${download.address}params_shard_1.bin`]: '1',
  } as Record<string, string>,
});

describe('the files of a model', () => {
  test('count as fetched if all of them are present', async () => {
    expect(await isFetched(download, fakeCaches(complete()))).toBe(true);
  });

  test.each(['tensor-cache.json', 'tokenizer.json', 'params_shard_0.bin', 'params_shard_1.bin'])(
    'don’t count as fetched while %s is missing',
    async (name) => {
      const contents = complete();
      delete contents['webllm/model'][download.address + name];
      expect(await isFetched(download, fakeCaches(contents))).toBe(false);
    },
  );

  test('are all removed, with the caches that contain nothing else', async () => {
    const caches = fakeCaches(complete());
    await removeFiles(download, caches);
    expect(caches.contents).toEqual({});
  });

  test('are removed, but the files of another model and other caches stay', async () => {
    const contents = complete();
    contents['webllm/model'][`${other}tokenizer.json`] = 'kept';
    const caches = fakeCaches({ ...contents, 'something else': { [`${download.address}a`]: 'kept' } });
    await removeFiles(download, caches);
    expect(caches.contents).toEqual({
      'webllm/model': { [`${other}tokenizer.json`]: 'kept' },
      'something else': { [`${download.address}a`]: 'kept' },
    });
  });

  test('can be removed even if none exist', async () => {
    const caches = fakeCaches();
    await removeFiles(download, caches);
    expect(caches.contents).toEqual({});
  });
});
