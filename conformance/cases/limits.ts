import type { OperationName } from '../../src/v1/operations.ts';
import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { equal, checkEveryRow } from '../expect.ts';
import type { Input } from '../session.ts';

const seedling = '\u{1f331}';
/** Combining marks in an order that normalising changes. */
const marks = (count: number) => '\u0301\u0316'.repeat(count / 2);

/** The server must return these values as sent. */
const memoriesAtLimits: [why: string, fields: Record<string, unknown>][] = [
  ['content of one character', { content: 'x' }],
  ['content of 65,536 bytes', { content: 'x'.repeat(65_536) }],
  ['content of 65,536 bytes in characters of four bytes', { content: seedling.repeat(16_384) }],
  [
    'content with characters that JSON, HTML and SQL use',
    {
      content: `"\\/\b\f\t<script>alert('x')</script> '; DROP TABLE memories; -- \u2028\u2029 \u{10ffff} \ufffd \ufffe.`,
    },
  ],
  ['no tag', { tags: [] }],
  ['32 tags', { tags: Array.from({ length: 32 }, (_, index) => `tag ${index}`) }],
  ['a tag of 64 characters', { tags: ['x'.repeat(64), seedling.repeat(64)] }],
  ['tags named like inherited properties', { tags: ['__proto__', 'constructor', 'toString'] }],
  ['30 combining marks in a row in a tag', { tags: [`x${'\u0301'.repeat(30)}`] }],
  ['content with 30,000 combining marks in a row', { content: `x${marks(1_000)} y${marks(30_000)}` }],
  ['a title of 512 characters', { title: seedling.repeat(512) }],
  ['a url of 2,048 characters', { url: `https://example.org/${'x'.repeat(2_028)}` }],
];

const requestsAtLimits: [why: string, name: OperationName, input: () => Input][] = [
  [
    'a tag of 64 characters after NFC',
    'createMemory',
    () => ({ body: { content: 'x', tags: ['e\u0301'.repeat(64)] } }),
  ],
  [
    'content within the limit after trailing white space is removed',
    'createMemory',
    () => ({ body: { content: `${'x'.repeat(65_536)}   \n` } }),
  ],
  [
    'a collection name of 128 characters',
    'createCollection',
    () => ({ body: { name: newWord() + seedling.repeat(112) } }),
  ],
  [
    'a collection name of 128 characters between white space',
    'createCollection',
    () => ({ body: { name: `   ${newWord().padEnd(128, 'x')}   ` } }),
  ],
  [
    'a token name of 128 characters',
    'createToken',
    () => ({ body: { name: newWord().padEnd(128, 'x'), scopes: ['memories:read'] } }),
  ],
  ['30 combining marks in a row in a query', 'searchMemories', () => ({ body: { query: `x${marks(30)}` } })],
  ['a query of one character', 'searchMemories', () => ({ body: { query: 'x' } })],
  ['a query of 1,024 characters', 'searchMemories', () => ({ body: { query: seedling.repeat(1_024) } })],
  [
    'a search with several filters',
    'searchMemories',
    () => ({
      body: {
        query: 'x',
        limit: 100,
        mode: 'keyword',
        filters: {
          tags: ['x'],
          source: 'popup',
          createdAfter: '2020-01-01T00:00:00Z',
          createdBefore: '2020-01-01T00:00:00+02:00',
        },
      },
    }),
  ],
  ['a search with no filter in filters', 'searchMemories', () => ({ body: { query: 'x', filters: {} } })],
  ['limit=1', 'listMemories', () => ({ query: { limit: 1 } })],
  ['limit=100', 'listMemories', () => ({ query: { limit: 100 } })],
  [
    '32 tags to filter by',
    'listMemories',
    () => ({ query: { tag: Array.from({ length: 32 }, (_, index) => `t${index}`) } }),
  ],
  // Has 512 characters, but 640 UTF-16 units. Each seedling takes 12 bytes of the URL. With more seedlings, the URL
  // would be too long for many servers.
  [
    'a source of 512 characters to filter by',
    'listMemories',
    () => ({ query: { source: seedling.repeat(128).padEnd(640, 'x') } }),
  ],
  ['an empty prefix', 'listTags', () => ({ query: { prefix: '' } })],
];

function send(context: Context, body: string, type: string) {
  return context.admin.send({ method: 'POST', path: '/v1/memories', headers: { 'content-type': type }, body });
}

export const limitCases: Case[] = [
  {
    name: 'limits: values at the limit are stored unchanged',
    covers: ['memory.content', 'memory.tags', 'memory.address', 'text.storable', 'text.characters', 'text.marks'],
    async run(context) {
      await checkEveryRow(
        memoriesAtLimits,
        ([why]) => why,
        async ([, fields]) => {
          const body = { content: newWord(), ...fields };
          const { id, ...created } = await context.admin.bodyOf('createMemory', { body });
          equal({ ...created, ...body }, created, 'created');
          equal(await context.admin.bodyOf('readMemory', { id }), { id, ...created }, 'read');
          equal(
            (await context.admin.bodyOf('updateMemory', { id, body: fields })).version,
            1,
            'version after a PATCH with the same fields',
          );
        },
      );
    },
  },
  {
    name: 'limits: values at the limit are accepted',
    covers: [
      'collection.name',
      'search.query',
      'search.limit',
      'search.filters',
      'list.limit',
      'list.filters',
      'memory.tags',
      'memory.content',
      'text.characters',
      'text.marks',
      'tags.prefix',
    ],
    run: (context) =>
      checkEveryRow(
        requestsAtLimits,
        ([why, name]) => `${name}: ${why}`,
        async ([, name, input]) => void (await context.admin.expectSuccess(name, input())),
      ),
  },
  {
    name: 'limits: a body of 256 KiB is accepted, one byte more is 413',
    covers: ['body.size', 'error.payload_too_large'],
    async run(context) {
      const body = JSON.stringify({ content: newWord() });
      equal((await send(context, body.padEnd(262_144, ' '), 'application/json')).status, 201, '256 KiB');
      equal((await send(context, body.padEnd(262_145, ' '), 'application/json')).status, 413, 'a byte more');
      const escaped = JSON.stringify({ content: newWord() + '\u0001'.repeat(40_000) });
      equal((await send(context, escaped, 'application/json')).status, 201, 'a body of escapes');
    },
  },
  {
    name: 'limits: the media type application/json may have parameters and be in any case',
    covers: ['source.json'],
    async run(context) {
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'application/json;charset=UTF-8',
        'Application/JSON',
      ]) {
        equal((await send(context, JSON.stringify({ content: newWord() }), type)).status, 201, type);
      }
    },
  },
  {
    name: 'limits: a deeply nested body is 400',
    covers: ['error.invalid_request'],
    async run(context) {
      for (const levels of [2, 100, 20_000, 100_000]) {
        const body = `{"content":"x","tags":${'['.repeat(levels)}${']'.repeat(levels)}}`;
        equal((await send(context, body, 'application/json')).status, 400, `${levels} levels`);
      }
    },
  },
  {
    name: 'limits: an empty query string is accepted',
    covers: ['strict'],
    async run(context) {
      for (const path of ['/v1/memories?', '/v1/collections?'])
        equal((await context.admin.send({ method: 'GET', path })).status, 200, path);
    },
  },
];
