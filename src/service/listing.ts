import type { OperationName } from '../v1/operations.ts';
import type { ListMemoriesQuery, MemoryPage } from '../v1/schemas/listing.ts';
import { nameKey } from '../v1/keys.ts';
import type { Answer, Call } from './call.ts';
import type { CursorScope } from './cursor.ts';
import { shownMemories } from './encode.ts';
import type { ListPosition } from './ports/store.ts';
import { listingWith } from './text-filters.ts';
import { narrowedCollections, withinOf } from './visibility.ts';

export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

interface Paged {
  limit: number;
  cursor?: string | undefined;
}

/**
 * Reads one page of any listing, and one row more to know whether another page follows. The next page begins after the
 * position that `positionOf` returns for the last row.
 */
export async function readPage<N extends OperationName, Row>(
  name: N,
  call: Call<N>,
  { limit, cursor, ...filters }: Paged & object,
  read: (after: string | undefined, count: number) => Promise<Row[]>,
  positionOf: (row: Row) => string,
): Promise<Page<Row>> {
  const { principal, cursors } = call;
  const scope: CursorScope = {
    owner: principal.owner,
    tokenId: principal.id,
    operation: name,
    filters: [call.input.params, filters],
  };
  const after = cursor === undefined ? undefined : await cursors.read(scope, cursor);
  const found = await read(after, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor: found.length > limit && last !== undefined ? await cursors.write(scope, positionOf(last)) : null,
  };
}

/** Lists a page of the visible memories that pass the filters. `query.collection`: an id or a name. */
export async function listMemoryPage<N extends 'listMemories' | 'listCollectionMemories'>(
  name: N,
  call: Call<N>,
  query: Paged & Omit<ListMemoriesQuery, 'limit' | 'cursor'>,
): Promise<Answer<N>> {
  const { parts, principal, feedOf } = call;
  const index = async () => {
    const keyword = parts.keyword(principal.owner);
    await keyword.catchUp(await feedOf(principal.owner));
    return keyword;
  };
  const list = await listingWith(query, query.deleted === true ? undefined : index, withinOf(principal), (rows) =>
    call.read(async (reader) =>
      reader.listMemories({ ...rows, collections: await narrowedCollections(reader, principal, query.collection) }),
    ),
  );
  const page = await readPage(
    name,
    call,
    query,
    (after, limit) =>
      list({
        deleted: query.deleted ?? false,
        tagKeys: query.tag === undefined ? undefined : [...new Set(query.tag.map(nameKey))],
        source: query.source,
        url: query.url,
        createdAfter: query.createdAfter,
        createdBefore: query.createdBefore,
        after: after === undefined ? undefined : (JSON.parse(after) as ListPosition),
        limit,
      }),
    ({ createdAt, id }) => JSON.stringify({ createdAt, id } satisfies ListPosition),
  );
  const body: MemoryPage = { memories: await shownMemories(page.rows), nextCursor: page.nextCursor };
  return { body } as Answer<N>;
}
