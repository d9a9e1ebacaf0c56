import type { Commonplace } from '../../client/package/commonplace.ts';
import { MalformedResponse } from '../../client/errors.ts';
import { failureOf } from '../../sync/failures.ts';
import { maxPages } from '../../sync/pages.ts';
import { readLeniently, type SweptPage } from '../../sync/read-all.ts';
import { isMemory, type AnyMemory } from '../../sync/remote.ts';
import { limits } from '../../v1/limits.ts';

interface PageRequest {
  cursor?: string;
  limit?: number;
}

/**
 * The memories on each page of a server's list. As in sync (`readAll`), an empty page or a cursor that was seen before
 * ends the list. A memory that is on several pages is yielded once.
 * @throws CommonplaceError if the list doesn't end, or can't be read
 */
export async function* serverPages(client: Commonplace, signal?: AbortSignal): AsyncGenerator<AnyMemory[], void, void> {
  const cursors = new Set<string>();
  const ids = new Set<string>();
  let request: PageRequest = { limit: limits.maxPageSize };
  for (;;) {
    const page = await readPage(client, request, signal).catch((failure: unknown) => {
      if (request.limit === undefined || failureOf(failure).kind !== 'refused') throw failure;
    });
    if (page === undefined) {
      const { limit: _, ...others } = request;
      request = others;
      continue;
    }
    const { memories, next } = page;
    yield memories.filter(isMemory).filter(({ id }) => !ids.has(id) && ids.add(id));
    if (!next || cursors.has(next) || memories.length === 0) return;
    if (cursors.size >= maxPages) throw new MalformedResponse('The server’s list doesn’t end.');
    cursors.add(next);
    request = { ...request, cursor: next };
  }
}

async function readPage(client: Commonplace, request: PageRequest, signal?: AbortSignal): Promise<SweptPage> {
  let body: string | undefined;
  const onResponse = (response: { status: number; body?: string }) =>
    (body = response.status === 200 ? response.body : undefined);
  try {
    const { memories, nextCursor } = await client.memories.list(request, { onResponse, ...(signal && { signal }) });
    return { memories, next: nextCursor ?? null };
  } catch (failure) {
    const page = failure instanceof MalformedResponse ? readLeniently(body) : null;
    if (page === null) throw failure;
    return page;
  }
}
