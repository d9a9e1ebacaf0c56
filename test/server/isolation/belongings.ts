import type { World } from './world.ts';

/** The ids, names and texts of one user that requests can refer to. */
export interface Belongings {
  memory: string;
  trashed: string;
  collection: string;
  collectionName: string;
  /** The name of another collection. */
  takenName: string;
  tag: string;
  url: string;
  source: string;
  token: string;
  word: string;
  etag: string;
  idempotencyKey: string;
  /** The cursor after the first page of each listing, with one item on a page. */
  cursors: Record<'memories' | 'tagged' | 'collections' | 'collected' | 'tags' | 'tokens', string>;
}

const cursorOf = (position: string) => `${Buffer.from(position).toString('base64url')}.${'0'.repeat(32)}`;
const memoryCursor = cursorOf('{"createdAt":"2026-01-01T00:00:00.000Z","id":"mem_00000000000000000000000000"}');

/** The same kinds of references as a user's, but to data that no user has. */
export const absent: Belongings = {
  memory: 'mem_00000000000000000000000000',
  trashed: 'mem_00000000000000000000000001',
  collection: 'col_00000000000000000000000000',
  collectionName: 'Nowhere here',
  takenName: 'Taken by nobody',
  tag: 'quartzite',
  url: 'https://nobody.example/',
  source: 'api:nobody',
  token: 'tok_00000000000000000000000000',
  word: 'quartzite',
  etag: '"9"',
  idempotencyKey: 'of nobody',
  cursors: {
    memories: memoryCursor,
    tagged: memoryCursor,
    collections: cursorOf('papers 1'),
    collected: memoryCursor,
    tags: cursorOf('common'),
    tokens: cursorOf('tok_00000000000000000000000000'),
  },
};

/** The requests that create a resource with this idempotency key. They are the same for every user. */
export const keyed = (key: string): [path: string, body: object][] => [
  ['/memories', { content: `made with the key ${key}` }],
  ['/collections', { name: `Made with the key ${key}` }],
  ['/tokens', { name: `made with the key ${key}`, scopes: ['memories:read'] }],
];

/** Saves data for both users, and more for Anna. Returns references to Anna's data. */
export async function fill({ anna, bert, settled }: World): Promise<Belongings> {
  for (const [index, client] of [bert, anna].entries()) {
    const { id } = await client.done('POST', '/collections', { name: `Papers ${index}` });
    for (const content of ['a quiet hotel', 'the tap drips', 'bread and salt'])
      await client.done('POST', '/memories', { content, tags: ['common'], collection: id });
    const { id: gone } = await client.done('POST', '/memories', { content: 'gone' });
    await client.done('DELETE', `/memories/${gone}`);
    // The first cursor also creates the user's key that signs cursors. No compared request should do that.
    await client.done('GET', '/memories?limit=1');
  }
  const { id: collection } = await anna.done('POST', '/collections', { name: 'Secret plans' });
  const { id: token, token: secret } = await anna.done('POST', '/tokens', {
    name: 'annas tool',
    scopes: ['memories:read', 'memories:write'],
  });
  const fields = {
    collectionName: 'Secret plans',
    takenName: 'Taken by anna',
    tag: 'zephyrine',
    url: 'https://anna.example/',
    source: 'api:annas tool',
    word: 'zephyrine',
    etag: '"2"',
    idempotencyKey: 'of anna',
  };
  await anna.done('POST', '/collections', { name: fields.takenName });
  const asTool = { authorization: `Bearer ${secret}` };
  const { id: memory } = await anna.done(
    'POST',
    '/memories',
    { content: 'zephyrine hotel', tags: [fields.tag], url: fields.url, collection },
    asTool,
  );
  await anna.done('PATCH', `/memories/${memory}`, { title: 'annas' }, { 'if-match': '"1"' });
  await anna.done(
    'POST',
    '/memories',
    { content: 'zephyrine harbour', tags: [fields.tag, 'another'], collection },
    asTool,
  );
  const { id: trashed } = await anna.done(
    'POST',
    '/memories',
    { content: 'zephyrine inn', tags: [fields.tag], url: fields.url },
    asTool,
  );
  await anna.done('DELETE', `/memories/${trashed}`);
  for (const [path, body] of keyed(fields.idempotencyKey))
    await anna.done('POST', path, body, { 'idempotency-key': fields.idempotencyKey });
  const cursor = async (path: string) => (await anna.done('GET', path)).nextCursor;
  const cursors = {
    memories: await cursor('/memories?limit=1'),
    tagged: await cursor(`/memories?limit=1&tag=${fields.tag}`),
    collections: await cursor('/collections?limit=1'),
    collected: await cursor(`/collections/${collection}/memories?limit=1`),
    tags: await cursor('/tags?limit=1'),
    tokens: await cursor('/tokens?limit=1'),
  };
  await settled();
  return { ...fields, memory, trashed, collection, token, cursors };
}
