import { operationNames, operations, versionPrefix } from '../../src/v1/operations.ts';
import { withoutSpending, type Case } from '../case.ts';
import { newWord } from '../context.ts';
import { equal, checkEveryRow } from '../expect.ts';
import { refusalOf } from '../session.ts';
import type { Sent } from '../wire.ts';

const json = { 'content-type': 'application/json' };
const invalidBody: Sent = { method: 'POST', path: '/v1/memories', headers: json, body: '{"content":7}' };
const otherMediaType: Sent = { ...invalidBody, headers: { 'content-type': 'text/plain' } };
const tooLarge: Sent = { ...invalidBody, body: JSON.stringify({ content: 'x'.repeat(300_000) }) };
const unknownPath: Sent = { method: 'GET', path: '/v1/nothing' };
const unknownMethod: Sent = { method: 'PUT', path: '/v1/memories' };
const brokenEscape: Sent = { method: 'GET', path: '/v1/memories/%zz' };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(operationNames.map((name) => operations[name].path))];

function allowed(path: string): string[] {
  return operationNames
    .filter((name) => operations[name].path === path)
    .map((name) => operations[name].method)
    .sort();
}

export const orderCases: Case[] = withoutSpending([
  {
    name: 'order: the token is checked first',
    covers: ['order', 'error.unauthorized'],
    async run(context) {
      const stranger = context.session(`cpk_${newWord()}_${newWord()}`);
      await checkEveryRow(
        [invalidBody, otherMediaType, tooLarge, unknownPath, unknownMethod, brokenEscape],
        ({ method, path }) => `${method} ${path}`,
        async (sent) => {
          refusalOf(await stranger.send(sent), 'unauthorized', 401);
        },
      );
    },
  },
  {
    name: 'order: the rate limit is checked before path, method, scope and body',
    covers: ['order', 'error.rate_limited'],
    async run(context) {
      const session = await context.sessionWith({
        scopes: ['memories:read'],
        rateLimit: { requests: 1, seconds: 86_400 },
      });
      await session.call('readUsage');
      await session.call('readUsage');
      await checkEveryRow(
        [invalidBody, otherMediaType, tooLarge, unknownPath, unknownMethod],
        ({ method, path }) => `${method} ${path}`,
        async (sent) => {
          refusalOf(await session.send(sent), 'rate_limited', 429);
        },
      );
    },
  },
  {
    name: 'order: path and method are checked before the scope',
    covers: ['order', 'error.not_found', 'error.method_not_allowed'],
    async run(context) {
      const session = await context.sessionWith({ scopes: ['collections:read'] });
      refusalOf(await session.send(unknownPath), 'not_found', 404);
      refusalOf(await session.send(unknownMethod), 'method_not_allowed', 405);
    },
  },
  {
    name: 'order: the scope is checked before validation and existence',
    covers: ['order', 'token.scope-missing', 'error.forbidden'],
    async run(context) {
      const session = await context.sessionWith({ scopes: ['collections:read'] });
      await checkEveryRow(
        [invalidBody, otherMediaType, { ...invalidBody, body: '{' }],
        ({ headers, body }) => `${headers?.['content-type']} ${body}`,
        async (sent) => {
          refusalOf(await session.send(sent), 'forbidden', 403);
        },
      );
      await session.expectRefusal('readMemory', { id: 'x' }, 'forbidden', 403);
      await session.expectRefusal('listMemories', { query: { limit: 0 } }, 'forbidden', 403);
    },
  },
  {
    name: 'order: the input is validated before existence is checked',
    covers: ['order', 'error.invalid_request'],
    async run(context) {
      await context.admin.expectRefusal('updateMemory', { id: 'x', body: {} }, 'invalid_request', 400);
      await context.admin.expectRefusal(
        'updateMemory',
        { id: 'x', body: { content: 7 }, headers: { 'if-match': '"9"' } },
        'invalid_request',
        400,
      );
      await context.admin.expectRefusal(
        'createMemory',
        { body: { content: '', collection: newWord() } },
        'invalid_request',
        400,
      );
      await context.admin.expectRefusal(
        'deleteMemory',
        { id: 'x', query: { permanent: 'maybe' } },
        'invalid_request',
        400,
      );
      await context.admin.expectRefusal(
        'listCollectionMemories',
        { id: 'x', query: { limit: 101 } },
        'invalid_request',
        400,
      );
    },
  },
  {
    name: 'paths: an unsupported method is 405, and Allow names the supported ones',
    covers: ['error.method_not_allowed'],
    async run(context) {
      const rows = paths.flatMap((path) =>
        methods.filter((method) => !allowed(path).includes(method)).map((method) => [method, path] as const),
      );
      // The paths of search and import support GET, PATCH and DELETE too: there, `search` or `import` is a memory's id.
      const unambiguous = rows.filter(([, path]) => path !== '/memories/search' && path !== '/memories/import');
      await checkEveryRow(
        unambiguous,
        ([method, path]) => `${method} ${path}`,
        async ([method, path]) => {
          const body = method === 'GET' ? {} : { headers: json, body: '{}' };
          const answer = await context.admin.send({ method, path: versionPrefix + path.replace(':id', 'x'), ...body });
          refusalOf(answer, 'method_not_allowed', 405);
          equal(
            (answer.headers['allow'] ?? '')
              .split(', ')
              .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
              .sort(),
            allowed(path),
            'Allow',
          );
        },
      );
    },
  },
  {
    name: 'paths: an unknown path is 404',
    covers: ['source.version', 'error.not_found'],
    async run(context) {
      for (const path of [
        '/v1',
        '/v1/',
        '/v1/nothing',
        '/v1/memories/x/y',
        '/v1/memories/x/restore/y',
        '/v1/collections/x/tags',
        '/v1/Memories',
        '/v1/constructor',
        '/v1/__proto__',
      ]) {
        refusalOf(await context.admin.send({ method: 'GET', path }), 'not_found', 404, path);
      }
    },
  },
  {
    name: 'paths: a broken percent-escape or U+0000 is 400',
    covers: ['path.escape', 'text.storable', 'error.invalid_request'],
    async run(context) {
      const rows = ['%', '%z', '%zz', '%E0%A4%A', '%ff', '%C3%28', '%ED%A0%80', '%00', 'mem_%00', 'x%00x'].flatMap(
        (id) => [
          { method: 'GET', path: `/v1/memories/${id}` },
          { method: 'DELETE', path: `/v1/memories/${id}` },
          { method: 'POST', path: `/v1/memories/${id}/restore` },
          { method: 'GET', path: `/v1/collections/${id}/memories` },
          { method: 'DELETE', path: `/v1/tokens/${id}` },
        ],
      );
      await checkEveryRow(
        rows,
        ({ method, path }) => `${method} ${path}`,
        async (sent) => void refusalOf(await context.admin.send(sent), 'invalid_request', 400),
      );
    },
  },
  {
    name: 'extensions: Memory-Extensions names the extensions that the server offers',
    covers: [
      'extensions',
      'extension.delete',
      'extension.restore',
      'extension.idempotency-key',
      'extension.etag',
      'extension.filters',
      'extension.tags',
      'extension.usage',
      'extension.tokens',
      'extension.import',
      'extension.collections-edit',
    ],
    async run(context) {
      const offered =
        'delete, restore, idempotency-key, etag, filters, tags, usage, tokens, import, collections-edit'.split(', ');
      const stranger = context.session(`cpk_${newWord()}_${newWord()}`);
      for (const answer of [
        await context.admin.call('readUsage'),
        await stranger.call('readUsage'),
        await context.admin.send(unknownPath),
        await context.admin.send(unknownMethod),
      ]) {
        const names = (answer.headers['memory-extensions'] ?? '').split(', ');
        equal(
          offered.filter((name) => !names.includes(name)),
          [],
          'names that are missing',
        );
      }
    },
  },
]);
