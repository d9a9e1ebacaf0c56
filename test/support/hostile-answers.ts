import { callThrough, sendOnce } from '../../src/client/call.ts';
import * as clientOperations from '../../src/client/operations.ts';
import type { Operation } from '../../src/client/operations.ts';
import { versionPrefix } from '../../src/v1/operations.ts';
import type { Batch, BatchResponse } from '../../src/client/contract.ts';
import { modelRequest, type ModelRequest } from '../simulation/model-server.ts';
import type { Answer, SyncDevice } from './sync-device.ts';

export type Pick = <Item>(all: readonly Item[]) => Item;

const at = '2026-01-01T00:00:00.000Z';
/** The texts of the hostile server's memories begin with this, unless an odd value replaces them. */
export const hostileText = 'theirs';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const successes = [200, 200, 200, 200, 200, 200, 201, 204];
const failures = [301, 400, 401, 403, 404, 409, 410, 412, 418, 429, 500, 503, 599];

/** Odd values to put in the place of any value of a response. */
const oddValues = [
  undefined,
  null,
  -1,
  1e308,
  true,
  '',
  '..',
  '__proto__',
  '<script>globalThis.polluted = 1</script>',
  '\u0000\ud800',
  'x'.repeat(10_000),
  [],
  [null],
  {},
  nested(500),
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
];

const oddIds = ['mem_new', '__proto__', '..', '\ud800', 'x'.repeat(600)];
const oddNames = ['Home', 'home', ' ', '__proto__', '\u0000', '\ud800', 'x'.repeat(300), 'Home 2'];

/** A memory of the form that the client expects, with odd values. Its id may be one that the device knows. */
function oddMemory(one: SyncDevice, pick: Pick): object {
  const ids = one.server.liveMemories().map(({ id }) => id);
  return {
    id: pick([...ids, ...ids, ...oddIds]),
    content:
      hostileText +
      pick(['', '', '', '\nb\nc', '\nb\nd', ' 2', ' 3', 'x'.repeat(200), '\n'.repeat(70_000), '\u0000', '  ']),
    source: pick(['api:other', '', 'x'.repeat(600)]),
    tags: pick([[], ['a', 'A'], ['mx:dup:mem_1', ...ids.map((id) => `mx:dup:${id}`)], ['conflict copy']]),
    collection: pick([null, 'col_1', 'Home', '__proto__']),
    createdAt: pick([at, at, 'yesterday', '+275760-09-13T00:00:00.000Z']),
    updatedAt: at,
    version: pick([1, 2, 99]),
    deletedAt: pick([null, null, null, at]),
  };
}

function oddCollection(one: SyncDevice, pick: Pick): object {
  const ids = [...(one.server.collectionNames?.keys() ?? [])];
  return { id: pick([...ids, ...ids, 'col_1', 'col_new', ...oddIds]), name: pick(oddNames) };
}

const several = <Item>(pick: Pick, make: () => Item): Item[] => Array.from({ length: pick([0, 1, 5, 10]) }, make);

const oddError = (pick: Pick) => ({
  error: {
    code: pick(['not_found', 'forbidden', 'rate_limited', 'quota_exceeded', 'quota_exceeded', '__proto__']),
    message: 'No.',
    details: [{ path: 'scope', message: 'memories:write' }],
    retryAfter: pick([undefined, 1, 1e9]),
  },
});

function oddBody(one: SyncDevice, pick: Pick, request: ModelRequest): unknown {
  const cursor = () => pick(['same', `cursor ${one.sent.length}`]);
  const memories = () => several(pick, () => oddMemory(one, pick));
  const collections = () => several(pick, () => oddCollection(one, pick));
  const forms: Record<string, () => unknown> = {
    listMemories: () => ({ memories: memories(), nextCursor: pick([null, cursor()]) }),
    listCollectionMemories: () => ({ memories: memories(), nextCursor: pick([null, cursor()]) }),
    listCollections: () => ({ collections: collections(), nextCursor: pick([null, cursor()]) }),
    createCollection: () => oddCollection(one, pick),
    updateCollection: () => oddCollection(one, pick),
    listChanges: () => ({
      memories: memories(),
      erased: several(pick, () => pick([...one.server.liveMemories().map(({ id }) => id), 'mem_none', '__proto__'])),
      collections: pick([null, collections()]),
      since: cursor(),
      more: pick([true, false]),
    }),
    readDigest: () => ({ count: pick([0, 3, 1e308]), fingerprint: pick(['', 'f'.repeat(64)]), ranges: [] }),
    readUsage: () => ({
      plan: 'free',
      memories: { used: pick([0, 1e308]), limit: pick([null, 0, 10]) },
      transactionsToday: { used: 10, limit: pick([null, -1, 10]) },
    }),
    batch: () => ({ responses: partsOf(request).map((part) => oddAnswer(one, pick, part)) }),
  };
  return (forms[operationOf(request).name] ?? (() => oddMemory(one, pick)))();
}

/**
 * A response of the form that the client expects. In half of the cases, an odd value replaces a part of the body or all
 * of it.
 */
export function oddAnswer(one: SyncDevice, pick: Pick, request: ModelRequest): Answer {
  const isSuccess = pick([true, true, true, true, false]);
  const body = isSuccess ? oddBody(one, pick, request) : oddError(pick);
  return { status: pick(isSuccess ? successes : failures), body: pick([true, false]) ? damaged(body, pick) : body };
}

/** The value with one part, at any depth, replaced by an odd value; or an odd value instead of all of it. */
function damaged(value: unknown, pick: Pick): unknown {
  if (typeof value !== 'object' || value === null || pick([true, false, false, false])) return pick(oddValues);
  if (Array.isArray(value)) {
    const index = Math.floor(pick([0, 0.5, 0.99]) * value.length);
    return value.length === 0 ? pick(oddValues) : value.with(index, damaged(value[index], pick));
  }
  const name = pick(Object.keys(value));
  return { ...value, [name]: damaged((value as Record<string, unknown>)[name], pick) };
}

const routes = (Object.values(clientOperations) as Operation<unknown, never>[]).map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(':id', '[^/]+')}$`),
}));

function operationOf({ method, path }: ModelRequest): Operation<unknown, never> {
  const route = routes.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(versionPrefix + path),
  );
  if (route === undefined) throw new Error(`No operation has ${method} ${path}`);
  return route.operation;
}

const partsOf = ({ body = '' }: ModelRequest): ModelRequest[] =>
  (JSON.parse(body) as Batch).requests.map(({ method, path, body: part }) =>
    modelRequest({ method, path, headers: {}, ...(part && { body: JSON.stringify(part) }) }),
  );

/** Counts, by operation, the successful responses that the client accepts as well-formed. */
export async function countAccepted(
  counts: Map<string, number>,
  request: ModelRequest,
  { status, body }: Answer,
): Promise<void> {
  const operation = operationOf(request);
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const call = callThrough(sendOnce(async () => ({ commonplace: 1, status, headers: {}, ...text })));
  const answer = await call(operation, { id: 'mem_1', query: {}, body: {} } as never).catch(() => null);
  if (answer === null) return;
  counts.set(operation.name, (counts.get(operation.name) ?? 0) + 1);
  if (operation.name !== 'batch') return;
  const { responses } = answer as { responses: BatchResponse[] };
  for (const [index, part] of partsOf(request).entries())
    if (responses[index] !== undefined) await countAccepted(counts, part, { body: undefined, ...responses[index] });
}
