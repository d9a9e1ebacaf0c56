import { extensionOfField, extensionOfHeader, extensionOfOperation } from '../../src/v1/extensions.ts';
import { operationNames, type OperationName } from '../../src/v1/operations.ts';
import { bearer, client, type ExpectedError, type KitCall, type KitCase } from './kit.ts';
import {
  offersAll,
  offersAllBut,
  extensionsHeader,
  firstCall,
  memory,
  offersRequest,
  requestOf,
  samples,
  sampleCall,
  successOf,
} from './samples.ts';

const notOffered = { kind: 'not-offered' as const };

/** A server accepts `what` only if the server offers `extension`. */
interface Need {
  what: string;
  extension: string;
  call: Pick<KitCall, 'operation' | 'id' | 'query' | 'body' | 'ifVersion' | 'idempotencyKey'>;
}

/** `field` may be `a.b`: the field `b` of `a`. */
function fieldNeed(operation: OperationName, field: string, extension: string): Need {
  const { id, query, body } = samples[operation];
  const [outer = '', inner] = field.split('.');
  const isQuery = query !== undefined && outer in query;
  const all: Record<string, unknown> = { like: { text: 'a quiet room' }, ...(isQuery ? query : body) };
  const value: unknown = all[outer];
  const given = { [outer]: inner === undefined ? value : { [inner]: (value as Record<string, unknown>)[inner] } };
  const required =
    operation === 'createMemory' ? { content: 'a' } : operation === 'searchMemories' ? { query: 'a' } : {};
  const fields = isQuery ? { query: given } : { body: outer === 'like' ? given : { ...required, ...given } };
  return {
    what: `${field} of ${operation}`,
    extension,
    call: { operation, ...(id !== undefined && { id }), ...fields },
  };
}

const needs: Need[] = [
  ...operationNames.flatMap((operation): Need[] => {
    const extension = extensionOfOperation[operation];
    const { answer: _, ...call } = samples[operation];
    return extension === undefined ? [] : [{ what: operation, extension, call: { operation, ...call } }];
  }),
  ...operationNames.flatMap((operation) =>
    Object.entries(extensionOfField[operation] ?? {}).map(([field, extension]) =>
      fieldNeed(operation, field, extension),
    ),
  ),
  {
    what: 'If-Match',
    extension: extensionOfHeader['If-Match']!,
    call: { operation: 'updateMemory', id: memory.id, body: { content: 'a' }, ifVersion: 3 },
  },
  {
    what: 'Idempotency-Key',
    extension: extensionOfHeader['Idempotency-Key']!,
    call: { operation: 'createMemory', body: { content: 'a' }, idempotencyKey: 'my-key' },
  },
];

const learnThen = (offers: Record<string, string>, steps: KitCall['steps']): KitCall['steps'] => [
  { request: { ...offersRequest, headers: bearer }, response: successOf('listMemories', offers) },
  ...steps,
];

/** Calls that use no extension, so a client sends them even to a plain server. */
const plainCalls: [OperationName, Pick<KitCall, 'id' | 'body'>][] = [
  ['readMemory', { id: memory.id }],
  ['createMemory', { body: { content: 'a' } }],
  ['updateMemory', { id: memory.id, body: { content: 'a' } }],
  ['searchMemories', { body: { query: 'a' } }],
  ['listMemories', {}],
  ['listCollectionMemories', { id: 'col_01jzzzzzzzzzzzzzzzzzzzzzzz' }],
];

/**
 * The sample batch on a server that doesn't support the write at `index`. The client sends only the other writes, and
 * reports `error` for the unsupported write.
 */
function batchWithout(index: number, error: ExpectedError): KitCall {
  const call = sampleCall('batch');
  const all = samples.batch as { body: { requests: unknown[] }; answer: { responses: unknown[] } };
  const body = { requests: all.body.requests.toSpliced(index, 1) };
  const answer = { responses: all.answer.responses.toSpliced(index, 1) };
  return {
    ...call,
    writes: call.writes!.map((write, position) => (position === index ? { ...write, error } : write)),
    steps: [{ request: requestOf('batch', { body }), response: { ...successOf('batch'), body: answer } }],
  };
}

export const offerCases: KitCase[] = [
  ...plainCalls.map(([operation, given]) => ({
    name: `sends ${operation} at once if the call uses no extension`,
    covers: [`operation.${operation}`],
    client,
    calls: [
      {
        operation,
        ...given,
        steps: [
          { request: requestOf(operation, given), response: successOf(operation, { [extensionsHeader]: 'v=1' }) },
        ],
        result: samples[operation].answer,
      },
    ],
  })),
  ...needs.map((need) => ({
    name: `sends no ${need.what} to a plain server`,
    covers: [`extension.${need.extension}`],
    client,
    calls: [firstCall({}), { ...need.call, steps: [], error: notOffered }],
  })),
  ...needs.map((need) => ({
    name: `sends no ${need.what} to a server without ${need.extension}`,
    covers: [`extension.${need.extension}`],
    client,
    calls: [firstCall(offersAllBut(need.extension)), { ...need.call, steps: [], error: notOffered }],
  })),
  {
    name: 'sends a batch without the write that the server doesn’t support',
    covers: ['operation.batch', 'extension.batch'],
    client,
    calls: [firstCall(offersAllBut('etag')), batchWithout(1, notOffered)],
  },
  {
    name: 'learns by one GET what a plain server offers, and sends nothing that the server doesn’t support',
    covers: [],
    client,
    calls: [
      { operation: 'deleteMemory', id: memory.id, steps: learnThen({}, []), error: notOffered },
      { operation: 'listTags', steps: [], error: notOffered },
    ],
  },
  {
    name: 'learns by one GET what our server offers, then sends the request',
    covers: [],
    client,
    calls: [{ ...sampleCall('deleteMemory'), steps: learnThen(offersAll, sampleCall('deleteMemory').steps) }],
  },
  {
    name: 'learns what the server offers, even from a refusal',
    covers: [],
    client,
    calls: [
      {
        operation: 'readUsage',
        steps: [
          {
            request: { ...offersRequest, headers: bearer },
            response: {
              status: 403,
              headers: offersAll,
              body: { error: { code: 'forbidden', message: 'It lacks memories:read.' } },
            },
          },
          ...sampleCall('readUsage').steps,
        ],
        result: samples.readUsage.answer,
      },
    ],
  },
  {
    name: 'learns nothing from the response of a proxy on the way',
    covers: [],
    client: { ...client, maxRetries: 0 },
    calls: [
      firstCall(),
      {
        operation: 'readMemory',
        id: memory.id,
        steps: [
          { request: requestOf('readMemory', { id: memory.id }), response: { status: 502, text: '<html></html>' } },
        ],
        error: { kind: 'service', code: 'unknown', like: null, status: 502 },
      },
      sampleCall('deleteMemory'),
    ],
  },
];
