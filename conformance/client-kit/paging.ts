import type { OperationName } from '../../src/v1/operations.ts';
import { client, type ExpectedError, type KitCall, type KitCase } from './kit.ts';
import { offersAll, firstCall, requestOf, samples, successOf } from './samples.ts';

const listings = {
  listMemories: 'memories',
  listCollections: 'collections',
  listCollectionMemories: 'memories',
  listTags: 'tags',
  listTokens: 'tokens',
} as const satisfies Partial<Record<OperationName, string>>;

type Listing = keyof typeof listings;

/** `cursors`: the `nextCursor` of each page. Undefined if the page has none. */
function pagedCall(operation: Listing, cursors: unknown[], error?: ExpectedError): KitCall {
  const field = listings[operation];
  const { answer, id } = samples[operation];
  const items = (answer as Record<string, unknown[]>)[field]!;
  const pages = cursors.map((nextCursor, index) => {
    const cursor = cursors[index - 1];
    const query = { limit: 1, ...(typeof cursor === 'string' && { cursor }) };
    return {
      request: requestOf(operation, { ...(id !== undefined && { id }), query }),
      response: {
        ...successOf(operation, offersAll),
        body: { [field]: items, ...(nextCursor !== undefined && { nextCursor }) },
      },
    };
  });
  return {
    operation,
    ...(id !== undefined && { id }),
    query: { limit: 1 },
    steps: pages,
    items: pages.flatMap(() => items),
    ...(error !== undefined && { error }),
  };
}

const caseOf = (name: string, calls: KitCall[], covers: string[] = []): KitCase => ({ name, covers, client, calls });

export const pagingCases: KitCase[] = [
  ...(Object.keys(listings) as Listing[]).map((operation) =>
    caseOf(
      `${operation} goes through all pages`,
      [firstCall(), pagedCall(operation, ['a', 'b', null])],
      [`operation.${operation}`],
    ),
  ),
  caseOf('ends at an empty cursor', [pagedCall('listMemories', ['a', ''])]),
  caseOf('ends where the cursor is missing', [pagedCall('listMemories', ['a', undefined])]),
  caseOf('refuses a server that returns the same cursor again', [
    pagedCall('listMemories', ['a', 'a'], { kind: 'malformed' }),
  ]),
];
