import { bodyBytesOf, operationNames, operations, type OperationName } from '../../src/v1/operations.ts';
import { badBodies, notJson } from '../bad/bodies.ts';
import { badQueries } from '../bad/queries.ts';
import { requireNothingStored } from '../bad/nothing-stored.ts';
import type { Case } from '../case.ts';
import type { Context } from '../context.ts';
import { check, checkEveryRow } from '../expect.ts';
import { requests } from '../requests.ts';
import { refusalOf, requestOf, type Input } from '../session.ts';
import type { Answer, Sent } from '../wire.ts';

const json = { 'content-type': 'application/json' };
const withBadBodies = operationNames.filter((name) => badBodies[name] !== undefined);
const postsWithoutBody: OperationName[] = ['restoreMemory', 'createTokenSecret'];
const needingBody = withBadBodies.filter(
  (name) => operations[name].method !== 'DELETE' && !postsWithoutBody.includes(name),
);

/**
 * Checks that the server refuses an invalid request for each row, and stores nothing. `spoil` makes the invalid request
 * from a valid one.
 */
async function refuseAll<R>(
  context: Context,
  name: OperationName,
  rows: readonly R[],
  what: (row: R) => string,
  spoil: (good: Sent, row: R) => Sent,
  judge: (answer: Answer) => void,
): Promise<void> {
  const good = requestOf(name, await requests[name](context));
  await requireNothingStored(context, () =>
    checkEveryRow(rows, what, async (row) => judge(await context.admin.send(spoil(good, row)))),
  );
}

function expectInvalid(answer: Answer): void {
  const { details } = refusalOf(answer, 'invalid_request', 400);
  check((details ?? []).length > 0, 'details is missing or empty');
}

const bodyCases = withBadBodies.map((name): Case => ({
  name: `bad input: ${name} refuses invalid bodies`,
  covers: [
    'error.invalid_request',
    'source.error',
    'strict',
    'text.storable',
    'text.marks',
    'plan.refused',
    'create.no-null',
    'memory.content',
    'memory.tags',
    'memory.address',
    'collection.name',
    'search.query',
    'search.limit',
    'patch.fields',
    'patch.null',
  ],
  run: (context) =>
    refuseAll(
      context,
      name,
      badBodies[name] ?? [],
      ([why]) => why,
      (good, [, body]) => ({ ...good, headers: json, body: JSON.stringify(body) }),
      expectInvalid,
    ),
}));

const queryCases = operationNames.map((name): Case => ({
  name: `bad input: ${name} refuses invalid parameters`,
  covers: ['error.invalid_request', 'strict', 'text.storable', 'text.marks', 'list.limit'],
  run: (context) =>
    refuseAll(
      context,
      name,
      badQueries[name],
      (query) => query,
      (good, query) => ({ ...good, path: `${good.path}?${query}` }),
      expectInvalid,
    ),
}));

const jsonCases = needingBody.map((name): Case => ({
  name: `bad input: ${name} refuses bodies that are not JSON`,
  covers: ['error.invalid_request', 'source.json', 'source.error'],
  run: (context) =>
    refuseAll(
      context,
      name,
      notJson,
      (body) => body,
      (good, body) => ({ ...good, headers: json, body }),
      (answer) => void refusalOf(answer, 'invalid_request', 400),
    ),
}));

const largeCases = withBadBodies.map((name): Case => ({
  name: `bad input: ${name} refuses a body that is too long`,
  covers: ['error.payload_too_large', 'body.size'],
  run: (context) =>
    refuseAll(
      context,
      name,
      ['trailing white space', 'a field that is too long', 'no JSON at all'],
      (row) => row,
      (good, row) => ({ ...good, headers: json, body: tooLarge(row, good.body ?? '{}', bodyBytesOf(name)) }),
      (answer) => void refusalOf(answer, 'payload_too_large', 413),
    ),
}));

function tooLarge(row: string, good: string, maxBytes: number): string {
  if (row === 'trailing white space') return good.padEnd(maxBytes + 1, ' ');
  // The limit counts bytes. Each `é` has two.
  return row === 'no JSON at all'
    ? '\u00e9'.repeat(maxBytes / 2 + 1)
    : JSON.stringify({ content: '\u00e9'.repeat(maxBytes / 2) });
}

const mediaCases = withBadBodies.map((name): Case => ({
  name: `bad input: ${name} refuses media types other than JSON`,
  covers: ['error.unsupported_media_type', 'source.json'],
  run: (context) =>
    refuseAll(
      context,
      name,
      [
        'text/plain',
        'text/plain;charset=UTF-8',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonx',
        'application/xml',
        'text/html',
        'x',
      ],
      (type) => type,
      (good, type) => ({ ...good, headers: { 'content-type': type }, body: good.body ?? '{}' }),
      (answer) => void refusalOf(answer, 'unsupported_media_type', 415),
    ),
}));

const noBodyCase: Case = {
  name: 'bad input: a Content-Type header is ignored if the request has no body',
  covers: ['source.json'],
  async run(context) {
    const { id } = await context.memory();
    await context.admin.expectSuccess('deleteMemory', { id });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await context.admin.expectSuccess('restoreMemory', { id, headers });
    await context.admin.expectSuccess('readMemory', { id, headers });
    await context.admin.expectRefusal('createMemory', { headers }, 'invalid_request', 400);
  },
};

/** Invalid inputs, each with the first part of the expected path in `details`. */
const detailPaths: [OperationName, Input, string][] = [
  ['createMemory', { body: { content: 7 } }, 'content'],
  ['createMemory', { body: { content: 'x', tags: ['good', 7] } }, 'tags'],
  ['createMemory', { body: { content: 'x', colour: 'red' } }, 'colour'],
  ['searchMemories', { body: { query: 'x', filters: { tags: 'x' } } }, 'filters'],
  [
    'createToken',
    { body: { name: 'x', scopes: ['memories:read'], rateLimit: { requests: 0, seconds: 1 } } },
    'rateLimit',
  ],
  ['listMemories', { query: { limit: 101 } }, 'limit'],
  ['listMemories', { query: { colour: 'red' } }, 'colour'],
  ['listMemories', { query: { cursor: 'x' } }, 'cursor'],
];

const detailCase: Case = {
  name: 'bad input: the error’s details name the field and the reason',
  covers: ['error.invalid_request'],
  run: (context) =>
    checkEveryRow(
      detailPaths,
      ([name, input]) => `${name} ${JSON.stringify(input)}`,
      async ([name, input, field]) => {
        const { details = [] } = await context.admin.expectRefusal(name, input, 'invalid_request', 400);
        check(
          details.some(({ path, message }) => message !== '' && path.split(/[.[]/)[0] === field),
          `details do not name ${field}: ${JSON.stringify(details)}`,
        );
      },
    ),
};

export const badInputCases: Case[] = [
  detailCase,
  noBodyCase,
  ...bodyCases,
  ...queryCases,
  ...jsonCases,
  ...largeCases,
  ...mediaCases,
];
