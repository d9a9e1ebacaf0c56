/** The part of the Cache API that we use, in memory. `contents`: for each cache name, the cached texts by URL. */
export function fakeCaches(
  contents: Record<string, Record<string, string>> = {},
): CacheStorage & { readonly contents: Record<string, Record<string, string>> } {
  const has = async (name: string) => name in contents;
  const open = async (name: string) => {
    const entries = (contents[name] ??= {});
    return {
      keys: async () => Object.keys(entries).map((url) => new Request(url)),
      delete: async ({ url }: Request) => delete entries[url],
    } as unknown as Cache;
  };
  const match = async (url: string) => {
    const found = Object.values(contents).find((entries) => url in entries)?.[url];
    return found === undefined ? undefined : new Response(found);
  };
  return { contents, has, open, match, delete: async (name: string) => delete contents[name] } as unknown as ReturnType<
    typeof fakeCaches
  >;
}
