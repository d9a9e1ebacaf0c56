import type { Download } from '../registry.ts';

const cacheNames = ['webllm/config', 'webllm/model', 'webllm/wasm'];

const manifestName = 'tensor-cache.json';

/** Whether all files of a model are on this machine, so that loading needs no network. */
export async function isFetched({ address }: Download, caches: CacheStorage): Promise<boolean> {
  const manifest = await caches.match(address + manifestName);
  if (!manifest) return false;
  const { records } = (await manifest.json()) as { records: Array<{ dataPath: string }> };
  const responses = await Promise.all(
    ['mlc-chat-config.json', 'tokenizer.json', ...records.map(({ dataPath }) => dataPath)].map((name) =>
      caches.match(address + name),
    ),
  );
  return !responses.includes(undefined);
}

/** Deletes all downloaded files of a model, including those of a cancelled download. */
export async function removeFiles({ address }: Download, caches: CacheStorage): Promise<void> {
  for (const name of cacheNames) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const own = requests.filter(({ url }) => url.startsWith(address));
    for (const request of own) await cache.delete(request);
    if (own.length === requests.length) await caches.delete(name);
  }
}
