import { MalformedResponse } from '../client/errors.ts';
import type { SyncItem, SyncReader } from '../service/ports/sync.ts';

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

/** Reads a list of the store page by page and returns the items that `isWanted` accepts. */
export async function collect(
  list: SyncReader['items'],
  isWanted: (item: SyncItem) => boolean,
  pageSize = 500,
): Promise<SyncItem[]> {
  const found: SyncItem[] = [];
  for (let after = ''; ;) {
    const page = await list(after, pageSize);
    found.push(...page.filter(isWanted));
    if (page.length < pageSize) return found;
    after = page.at(-1)!.id;
  }
}
