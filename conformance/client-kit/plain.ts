import { client, type KitCase } from './kit.ts';
import { firstCall, memory, requestOf } from './samples.ts';

/** Only the fields of the source document, the short specification that v1 extends (docs/v1.md). */
const plainMemory = {
  id: 'mem_000001',
  content: 'Room twelve',
  source: 'api',
  tags: [],
  createdAt: '2026-11-22T08:30:00Z',
  updatedAt: '2026-11-22T08:30:00.123456+00:00',
};
const unknownFields = { colour: 'red', server: { version: 3 } };
const create = { body: { content: 'Room twelve' } };
const search = { body: { query: 'room', mode: 'keyword', limit: 3, filters: { collection: 'Travel', tags: ['a'] } } };

/** The first call shows the client that the server is plain. The second call returns `body`. */
function caseOf(
  name: string,
  operation: 'createMemory' | 'listCollections' | 'readMemory' | 'searchMemories',
  given: { id?: string; body?: Record<string, unknown> },
  body: unknown,
  status = 200,
): KitCase {
  return {
    name: `${name}, from a plain server`,
    covers: [`operation.${operation}`],
    client,
    calls: [
      firstCall({}),
      {
        operation,
        ...given,
        steps: [{ request: requestOf(operation, given), response: { status, body } }],
        result: body,
      },
    ],
  };
}

/** What a client must accept from a plain server, which implements only the source document. */
export const plainCases: KitCase[] = [
  caseOf('accepts 200 instead of 201', 'createMemory', create, plainMemory),
  caseOf('accepts a memory without our fields', 'readMemory', { id: plainMemory.id }, plainMemory),
  caseOf(
    'keeps unknown fields of a memory',
    'readMemory',
    { id: plainMemory.id },
    { ...plainMemory, ...unknownFields },
  ),
  caseOf(
    'accepts a collection given by name',
    'readMemory',
    { id: plainMemory.id },
    { ...plainMemory, collection: 'Travel' },
  ),
  caseOf('accepts hits without a score', 'searchMemories', search, { memories: [plainMemory], ...unknownFields }),
  caseOf(
    'accepts collections with an id, a name and unknown fields',
    'listCollections',
    {},
    {
      collections: [{ id: 'col_000001', name: 'Travel', ...unknownFields }],
      ...unknownFields,
    },
  ),
  caseOf('keeps unknown fields beside known ones', 'createMemory', create, { ...memory, ...unknownFields }, 201),
  {
    name: 'makes no idempotency key for a plain server',
    covers: [],
    client,
    calls: [
      firstCall({}),
      {
        operation: 'createMemory',
        ...create,
        steps: [
          {
            request: {
              ...requestOf('createMemory', create),
              headers: { ...requestOf('createMemory', create).headers, 'idempotency-key': null },
            },
            response: { status: 201, body: plainMemory },
          },
        ],
        result: plainMemory,
      },
    ],
  },
];
