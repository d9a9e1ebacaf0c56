import type { Download } from '../registry.ts';

/** The caches of the Cache API that web-llm keeps its files in. */
const cacheNames = ['webllm/config', 'webllm/model', 'webllm/wasm'];

/** The list of the files of weights, itself among the files. */
const listName = 'tensor-cache.json';

/** Whether all files of a model are on this machine, so that loading it asks nobody. A download that was cancelled leaves some of them, which the next one needs not fetch again. */
export async function isFetched({ address }: Download, caches: CacheStorage): Promise<boolean> {
  const list = await caches.match(address + listName);
  if (!list) return false;
  const { records } = (await list.json()) as { records: Array<{ dataPath: string }> };
  const found = await Promise.all(
    ['mlc-chat-config.json', 'tokenizer.json', ...records.map(({ dataPath }) => dataPath)].map((name) =>
      caches.match(address + name),
    ),
  );
  return !found.includes(undefined);
}

/** Deletes all files of a model, and what is left of a download that was cancelled. */
export async function removeFiles({ address }: Download, caches: CacheStorage): Promise<void> {
  for (const name of cacheNames) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const kept = await cache.keys();
    const own = kept.filter(({ url }) => url.startsWith(address));
    for (const request of own) await cache.delete(request);
    if (own.length === kept.length) await caches.delete(name);
  }
}
