import type { OperationAnswer } from '../src/v1/schemas/operations.ts';
import { check, Failure } from './expect.ts';
import type { Input, Session } from './session.ts';

type PagedOperation = 'listMemories' | 'listCollectionMemories' | 'listCollections' | 'listTags' | 'listTokens';

/**
 * Fetches all pages in order. Throws if a page is longer than its limit, or if the pages don't end. `between` runs
 * after each page but the last. `page` is the number of that page, from 1.
 */
export async function listAllPages<N extends PagedOperation>(
  session: Session,
  name: N,
  input: Input = {},
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<OperationAnswer<N>[]> {
  const pages: OperationAnswer<N>[] = [];
  const limit = Number(input.query?.['limit'] ?? 20);
  let cursor: string | undefined;
  while (pages.length < 2_000) {
    const page: OperationAnswer<N> = await session.bodyOf(name, { ...input, query: { ...input.query, cursor } });
    check((Object.values(page).find(Array.isArray) as unknown[]).length <= limit, 'a page longer than its limit');
    pages.push(page);
    if (page.nextCursor === null) return pages;
    cursor = page.nextCursor;
    await between(pages.length);
  }
  throw new Failure('the pages do not end');
}
