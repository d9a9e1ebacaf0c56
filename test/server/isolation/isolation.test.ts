import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { CountedCollection, IdempotencyRow } from '../../../src/service/ports/rows.ts';
import type { Store, StoreWriter } from '../../../src/service/ports/store.ts';
import { nameKey } from '../../../src/v1/keys.ts';
import { operationNames, type OperationName } from '../../../src/v1/operations.ts';
import { migratedDatabases } from '../../support/postgres/databases.ts';
import { absent, fill, type Belongings } from './belongings.ts';
import { requests, type Request } from './requests.ts';
import { twoUsers, type Answered, type World } from './world.ts';
import { runsAll } from '../../support/rounds.ts';

let lastRequest = '';

/**
 * Sends a request as Bert. Returns the response, without the values that always differ, and the statements of each
 * transaction that the request caused.
 */
async function trace(
  { bert, takeStatements }: World,
  request: Request,
  refs: Belongings,
): Promise<Answered & { transactions: unknown[] }> {
  // A digest reads what has changed since the previous digest. After this first one, the recorded one finds none.
  if (request[1] === '/digest') await bert.send(...request);
  takeStatements();
  lastRequest = JSON.stringify(request);
  const answer = await bert.send(...request);
  const transactions = takeStatements().map(({ kind, steps }) => ({
    kind,
    statements: steps.flat().map(({ statement }) => statement),
  }));
  // The responses to an import and to its undo contain the requested ids.
  const named = [refs.memory, refs.trashed, refs.collection].reduce((text, id) => text.replaceAll(id, ''), answer.body);
  return { ...(answer.status === 201 ? withoutUniqueFields(answer, refs) : { ...answer, body: named }), transactions };
}

/** The response to a create, without the unique fields of the created resource and the texts from `refs`. */
function withoutUniqueFields(
  { headers: { location: _, ...headers }, body, ...answer }: Answered,
  refs: Belongings,
): Answered {
  const fresh = /"(id|createdAt|updatedAt|token)":"[^"]*"/g;
  return {
    ...answer,
    headers,
    body: body.replaceAll(fresh, '').replaceAll(refs.idempotencyKey, '').replaceAll(refs.takenName, ''),
  };
}

test.each(migratedDatabases)(
  '%s: another user’s data looks like missing data, in responses and in database statements',
  async (_, make) => {
    const world = await twoUsers(make);
    const annas = await fill(world);
    const before = await everything(world.anna.send);
    expect(await leakingOperations(world, annas)).toEqual([]);
    expect(await everything(world.anna.send)).toEqual(before);

    // Control: for her own data, Anna gets responses that differ from those for missing data.
    for (const name of operationNames) {
      const ofNobody = requests[name](absent);
      for (const [index, request] of requests[name](annas).entries()) {
        const [method, path] = request;
        if (isDeepStrictEqual(request, ofNobody[index]) || (method !== 'GET' && name !== 'searchMemories')) continue;
        const [nobodys, hers] = [await world.anna.send(...ofNobody[index]!), await world.anna.send(...request)];
        // Even Anna can't read a collection as if it were a memory, or read a memory that is in the trash.
        const isNothing = path === `/memories/${annas.collection}` || JSON.stringify(request).includes(annas.trashed);
        if (!isNothing) expect(hers, JSON.stringify(request)).not.toEqual(nobodys);
        if (path.includes('cursor')) expect(hers.status, path).toBe(200);
      }
    }
    for (const request of [
      ...requests.createMemory(annas),
      ...requests.createCollection(annas),
      ...requests.createToken(annas),
    ].filter(([, , , headers]) => headers)) {
      expect((await world.anna.send(...request)).headers).toMatchObject({ 'idempotency-replayed': 'true' });
    }
    expect((await world.anna.send('POST', '/collections', { name: annas.takenName })).status).toBe(409);
    for (const [method, path, body, headers] of [
      ['PATCH', `/memories/${annas.memory}`, { title: 'mine' }, { 'if-match': annas.etag }],
      ['POST', `/memories/${annas.trashed}/restore`],
      ['DELETE', `/tokens/${annas.token}`],
    ] satisfies Request[]) {
      expect((await world.anna.send(method, path, body, headers)).status).toBeLessThan(300);
    }
  },
);

/**
 * A store that calls `look` before each transaction, and replaces some methods of its writers with those from `change`.
 */
function alteredStore<Known>(
  store: Store,
  look: () => Promise<Known>,
  change: (writer: StoreWriter, known: Known) => Partial<StoreWriter>,
): Store {
  const changed = (writer: StoreWriter, known: Known) => {
    const others = change(writer, known);
    return new Proxy(writer, {
      get(right, name) {
        const value: unknown = Reflect.get(others, name) ?? Reflect.get(right, name);
        return typeof value === 'function' ? value.bind(right) : value;
      },
    });
  };
  return {
    ...store,
    read: (owner, work) => look().then(() => store.read(owner, work)),
    write: async (owner, work) => {
      const known = await look();
      return store.write(owner, (writer) => work(changed(writer, known)));
    },
  };
}

const leaks: [what: string, leaky: (store: Store, database: SqlDatabase) => Store, detected: OperationName[]][] = [
  [
    'looks for the rows of other users before it reports missing data',
    (store, database) => {
      const look = async () => {
        const [row] = await database.query('select owner from memories where position(id in $1) > 0', [lastRequest]);
        if (row !== undefined) await database.query('select 1');
      };
      return alteredStore(store, look, () => ({}));
    },
    ['readMemory', 'updateMemory', 'deleteMemory', 'restoreMemory'],
  ],
  [
    'knows the names of all users’ collections',
    (store, database) =>
      alteredStore(
        store,
        () => database.query<CountedCollection>('select id, name from collections'),
        (writer, all) => ({
          collectionByKey: async (key) =>
            (await writer.collectionByKey(key)) ?? all.find(({ name }) => nameKey(name) === key),
        }),
      ),
    ['createCollection'],
  ],
  [
    'knows the idempotency keys of all users',
    (store, database) =>
      alteredStore(
        store,
        () =>
          database.query<IdempotencyRow>(
            'select operation, key, fingerprint, created_at as "createdAt", status, headers, body from idempotency',
          ),
        (writer, all) => ({
          idempotency: async (tokenId, operation, key) =>
            (await writer.idempotency(tokenId, operation, key)) ??
            all.find((row) => row.operation === operation && row.key === key),
        }),
      ),
    ['createMemory', 'createCollection', 'createToken'],
  ],
];

/** `npm test` tests the detection of leaks on one database only, since the statements are the same. */
const leaksOnEach = migratedDatabases
  .filter(([name]) => runsAll || name === 'PostgreSQL')
  .flatMap(([name, make]) => leaks.map(([what, leaky, detected]) => [name, what, make, leaky, detected] as const));

test.each(leaksOnEach)('control, %s: the test detects a store that %s', async (_, _what, make, leaky, detected) => {
  const world = await twoUsers(make, leaky);
  expect(await leakingOperations(world, await fill(world))).toEqual(expect.arrayContaining(detected));
});

/**
 * The operations that treat another user's data differently from missing data, in their response or their statements.
 */
async function leakingOperations(world: World, annas: Belongings): Promise<OperationName[]> {
  const leaking = new Set<OperationName>();
  for (const name of operationNames) {
    const ofNobody = requests[name](absent);
    // A search first indexes the changes since the previous search. Leaves none, so that all searches do the same.
    if (name === 'searchMemories') await world.settled();
    for (const [index, request] of requests[name](annas).entries()) {
      const nobodys = await trace(world, ofNobody[index]!, absent);
      const others = await trace(world, request, annas);
      expect(others.transactions.length).toBeGreaterThan(0);
      if (!isDeepStrictEqual(nobodys, others)) leaking.add(name);
    }
  }
  return [...leaking];
}

async function everything(send: (method: string, path: string) => Promise<Answered>): Promise<string[]> {
  const paths = ['/memories?limit=100', '/memories?limit=100&deleted=true', '/collections', '/tags'];
  return Promise.all(paths.map(async (path) => (await send('GET', path)).body));
}

test.each(migratedDatabases)('%s: nothing a user sees depends on the data of others', async (_, make) => {
  const world = await twoUsers(make);
  const { anna, bert } = world;
  await bert.done('POST', '/memories', { content: 'a quiet hotel by the lake', tags: ['travel'] });
  await bert.done('POST', '/collections', { name: 'Papers' });
  await world.settled();
  const look = async () => {
    const seen: string[] = [];
    for (const request of [
      ...requests.listTags(absent),
      ['GET', '/memories'],
      ['GET', '/tags'],
      ['GET', '/collections'],
      ['GET', '/tokens?limit=1'],
      ['GET', '/usage'],
    ] as Request[])
      seen.push((await bert.send(...request)).body);
    for (const mode of ['keyword', 'semantic', 'hybrid'])
      seen.push((await bert.send('POST', '/memories/search', { query: 'quiet hotel', mode })).body);
    return seen;
  };
  const alone = await look();
  for (let count = 0; count < 5; count++)
    await anna.done('POST', '/memories', { content: `hotel ${count} quiet quiet`, tags: ['travel', 'Travel plans'] });
  await anna.done('POST', '/collections', { name: 'Papers' });
  await world.settled();
  expect(await look()).toEqual(alone);
  // Bert himself has a collection “Papers”. “Travel plans” is only the name of a tag, and only Anna uses it.
  expect((await bert.send('POST', '/collections', { name: 'Papers' })).status).toBe(409);
  expect((await bert.send('POST', '/collections', { name: 'Travel plans' })).status).toBe(201);
});
