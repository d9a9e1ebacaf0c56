import { MalformedResponse } from '../client/errors.ts';
import type { SyncItem, SyncReader, SyncStore } from '../service/ports/sync.ts';

/** The most pages that are read, in case a server's list never ends. */
export const maxPages = 10_000;

/** The pages of a listing. Throws if there are more than `most`: the list may never end. */
export async function* pagesOf<Page>(
  listing: { pages(): AsyncIterable<Page> },
  most = maxPages,
): AsyncGenerator<Page, void, void> {
  let count = 0;
  for await (const page of listing.pages()) {
    if (++count > most) throw new MalformedResponse('The server’s list doesn’t end.');
    yield page;
  }
}

const perTransaction = 500;

/** The lists of the store's items, ordered by id. `dueItems`: only those that wait (`SyncItem.due`). */
type ItemList = 'items' | 'dueItems';

/**
 * Reads all items of a list and yields what `read` makes of them. Each transaction reads one page, so that a write
 * waits for at most one page.
 */
export async function* readItems<Result>(
  store: SyncStore,
  read: (items: SyncItem[], reader: SyncReader) => Result[] | Promise<Result[]>,
  list: ItemList = 'items',
): AsyncGenerator<Result, void, void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const { results, last } = await store.read(async (reader) => {
      const items = await reader[list](from, perTransaction);
      return { results: await read(items, reader), last: items.length < perTransaction ? undefined : items.at(-1)!.id };
    });
    yield* results;
    after = last;
  }
}

/** The items of a list that `isWanted` accepts. */
export const collect = (
  store: SyncStore,
  isWanted: (item: SyncItem) => boolean,
  list?: ItemList,
): Promise<SyncItem[]> => Array.fromAsync(readItems(store, (items) => items.filter(isWanted), list));
