import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { operationNames, type OperationName } from '../../../src/v1/operations.ts';
import { databases } from '../../support/postgres/databases.ts';
import { twoUsers, type Answered, type World } from './world.ts';

/** What belongs to somebody, by which a request may name it. */
interface Belongings {
  memory: string;
  trashed: string;
  collection: string;
  collectionName: string;
  tag: string;
  url: string;
  source: string;
  token: string;
  /** In a text. */
  word: string;
}

/** Of nobody, in the same form. */
const absent: Belongings = {
  memory: 'mem_00000000000000000000000000',
  trashed: 'mem_00000000000000000000000001',
  collection: 'col_00000000000000000000000000',
  collectionName: 'Nowhere here',
  tag: 'quartzite',
  url: 'https://nobody.example/',
  source: 'api:nobody',
  token: 'tok_00000000000000000000000000',
  word: 'quartzite',
};

type Request = [method: string, path: string, body?: unknown];

/** Every way in which a request of each operation can name something. */
const requests: Record<OperationName, (of: Belongings) => Request[]> = {
  listMemories: (of) => [
    ['GET', `/memories?collection=${of.collection}`],
    ['GET', `/memories?collection=${encodeURIComponent(of.collectionName)}`],
    ['GET', `/memories?tag=${of.tag}`],
    ['GET', `/memories?tag=${of.tag}&deleted=true`],
    ['GET', `/memories?url=${encodeURIComponent(of.url)}`],
    ['GET', `/memories?source=${encodeURIComponent(of.source)}`],
    ['GET', `/memories?tag=${of.tag}&source=${encodeURIComponent(of.source)}`],
  ],
  createMemory: (of) => [
    ['POST', '/memories', { content: 'mine', collection: of.collection }],
    ['POST', '/memories', { content: 'mine', collection: of.collectionName }],
  ],
  searchMemories: (of) => [
    ['POST', '/memories/search', { query: of.word, mode: 'keyword' }],
    ...['keyword', 'semantic', 'hybrid'].flatMap((mode): Request[] => [
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { collection: of.collection } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { collection: of.collectionName } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { tags: [of.tag] } }],
      ['POST', '/memories/search', { query: 'hotel', mode, filters: { source: of.source } }],
    ]),
    ['POST', '/memories/search', { like: { memoryId: of.memory } }],
    ['POST', '/memories/search', { like: { memoryId: of.trashed } }],
  ],
  readMemory: (of) => [['GET', `/memories/${of.memory}`], ['GET', `/memories/${of.trashed}`], ['GET', `/memories/${of.collection}`]],
  updateMemory: (of) => [['PATCH', `/memories/${of.memory}`, { title: 'mine' }], ['PATCH', `/memories/${of.trashed}`, { title: 'mine' }]],
  deleteMemory: (of) => [['DELETE', `/memories/${of.memory}`], ['DELETE', `/memories/${of.memory}?permanent=true`], ['DELETE', `/memories/${of.trashed}?permanent=true`]],
  restoreMemory: (of) => [['POST', `/memories/${of.memory}/restore`], ['POST', `/memories/${of.trashed}/restore`]],
  listCollections: () => [['GET', '/collections']],
  createCollection: () => [],
  updateCollection: (of) => [['PATCH', `/collections/${of.collection}`, { name: 'mine' }]],
  deleteCollection: (of) => [['DELETE', `/collections/${of.collection}`]],
  listCollectionMemories: (of) => [['GET', `/collections/${of.collection}/memories`]],
  listTags: (of) => [['GET', `/tags?prefix=${of.tag}`]],
  readUsage: () => [['GET', '/usage']],
  listTokens: () => [['GET', '/tokens']],
  createToken: (of) => [
    ['POST', '/tokens', { name: 'mine', scopes: ['memories:read'], collections: [of.collection] }],
    ['POST', '/tokens', { name: 'mine', scopes: ['memories:read'], collections: [of.collectionName] }],
  ],
  revokeToken: (of) => [['DELETE', `/tokens/${of.token}`]],
};

async function fill({ anna, bert, settled }: World): Promise<Belongings> {
  for (const [place, asker] of [bert, anna].entries()) {
    const { id } = await asker.done('POST', '/collections', { name: `Papers ${place}` });
    for (const content of ['a quiet hotel', 'the tap drips', 'bread and salt']) await asker.done('POST', '/memories', { content, tags: ['common'], collection: id });
    const { id: gone } = await asker.done('POST', '/memories', { content: 'gone' });
    await asker.done('DELETE', `/memories/${gone}`);
  }
  const collection = await anna.done('POST', '/collections', { name: 'Secret plans' });
  const { id: token } = await anna.done('POST', '/tokens', { name: 'annas tool', scopes: ['memories:read', 'memories:write'] });
  const of = { collectionName: 'Secret plans', tag: 'zephyrine', url: 'https://anna.example/', source: 'api:tool', word: 'zephyrine' };
  const memory = await anna.done('POST', '/memories', { content: 'zephyrine hotel', tags: [of.tag], url: of.url, collection: collection.id });
  const trashed = await anna.done('POST', '/memories', { content: 'zephyrine inn', tags: [of.tag], url: of.url });
  await anna.done('DELETE', `/memories/${trashed.id}`);
  await settled();
  return { ...of, source: 'api:annas tool', memory: memory.id, trashed: trashed.id, collection: collection.id, token };
}

/** What is being asked, as text. */
let lastAsked = '';

/** The answer and the statements that it took. */
async function trace({ bert, takeStatements }: World, request: Request): Promise<Answered & { statements: string[] }> {
  takeStatements();
  lastAsked = JSON.stringify(request);
  return { ...(await bert.send(...request)), statements: takeStatements() };
}

const patience = 180_000;

test.each(databases)('%s: what is another user’s is answered as what is nobody’s is, by the same statements', { timeout: patience }, async (_, make) => {
  const world = await twoUsers(make);
  const annas = await fill(world);
  const before = await everything(world.anna.send);
  expect(await tellingApart(world, annas)).toEqual([]);
  expect(await everything(world.anna.send)).toEqual(before);

  // The same questions of who may ask them: so the ids and names above are those of something.
  for (const [method, path] of [['GET', `/memories/${annas.memory}`], ['GET', `/memories?collection=${annas.collection}`], ['POST', `/memories/${annas.trashed}/restore`], ['DELETE', `/tokens/${annas.token}`]] as const) {
    expect((await world.anna.send(method, path)).status).toBeLessThan(300);
  }
});

test.each(databases)('%s: the same questions tell of a store that looks for others’ rows before it says that there are none', { timeout: patience }, async (_, make) => {
  const leaky = (store: Store, database: SqlDatabase): Store => {
    const look = async () => {
      const [row] = await database.query('select owner from memories where position(id in $1) > 0', [lastAsked]);
      if (row !== undefined) await database.query('select 1');
    };
    return {
      ...store,
      read: (owner, work) => look().then(() => store.read(owner, work)),
      write: (owner, work) => look().then(() => store.write(owner, work)),
    };
  };
  const world = await twoUsers(make, leaky);
  expect(await tellingApart(world, await fill(world))).toEqual(expect.arrayContaining(['readMemory', 'updateMemory', 'deleteMemory', 'restoreMemory']));
});

/** The operations whose answers, or whose statements, tell what is another user's from what is nobody's. */
async function tellingApart(world: World, annas: Belongings): Promise<OperationName[]> {
  const telling = new Set<OperationName>();
  for (const name of operationNames) {
    const ofNobody = requests[name](absent);
    for (const [place, request] of requests[name](annas).entries()) {
      const nobodys = await trace(world, ofNobody[place]!);
      const others = await trace(world, request);
      expect(others.statements.length).toBeGreaterThan(0);
      if (!isDeepStrictEqual(nobodys, others)) telling.add(name);
    }
  }
  return [...telling];
}

/** All that a user sees. */
async function everything(send: (method: string, path: string) => Promise<Answered>): Promise<string[]> {
  const paths = ['/memories?limit=100', '/memories?limit=100&deleted=true', '/collections', '/tags'];
  return Promise.all(paths.map(async (path) => (await send('GET', path)).body));
}

test.each(databases)('%s: what others have shows in nothing that a user sees', { timeout: patience }, async (_, make) => {
  const world = await twoUsers(make);
  const { anna, bert } = world;
  await bert.done('POST', '/memories', { content: 'a quiet hotel by the lake', tags: ['travel'] });
  await bert.done('POST', '/collections', { name: 'Papers' });
  await world.settled();
  const look = async () => {
    const seen: string[] = [];
    for (const request of [...requests.listTags(absent), ['GET', '/memories'], ['GET', '/tags'], ['GET', '/collections'], ['GET', '/tokens?limit=1'], ['GET', '/usage']] as Request[]) seen.push((await bert.send(...request)).body);
    for (const mode of ['keyword', 'semantic', 'hybrid']) seen.push((await bert.send('POST', '/memories/search', { query: 'quiet hotel', mode })).body);
    return seen;
  };
  const alone = await look();
  for (let count = 0; count < 5; count++) await anna.done('POST', '/memories', { content: `hotel ${count} quiet quiet`, tags: ['travel', 'Travel plans'] });
  await anna.done('POST', '/collections', { name: 'Papers' });
  await world.settled();
  expect(await look()).toEqual(alone);
  // A name that somebody else has is free.
  expect((await bert.send('POST', '/collections', { name: 'Papers' })).status).toBe(409);
  expect((await bert.send('POST', '/collections', { name: 'Travel plans' })).status).toBe(201);
});
