import type { Case } from '../case.ts';
import type { Context } from '../context.ts';
import { errorIn } from '../every-response.ts';
import { show } from '../expect.ts';
import { openClaims } from '../claims/open.ts';
import { unitOf } from '../rate-limit-wait.ts';
import { cursorIn, listIn, memoriesIn, expectAnySuccess } from '../plain.ts';
import type { Answer } from '../wire.ts';

/** The fields of a memory in the source document, the text on which v1 is based (see docs/v1.md). */
const sourceFields = ['id', 'content', 'source', 'tags', 'createdAt', 'updatedAt'];

const fieldsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));

async function lastPage(context: Context): Promise<Answer | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < 10; page++) {
    const answer = await expectAnySuccess(context.admin, 'listMemories', { query: { limit: 20, cursor } });
    cursor = cursorIn(answer);
    if (cursor === undefined) return answer;
  }
  return undefined;
}

function summary(answer: Answer): string {
  const { code } = errorIn(answer);
  return code === undefined ? String(answer.status) : `${answer.status} ${show(code)}`;
}

async function orderOf(context: Context): Promise<string> {
  await context.fixtures.all();
  const times = memoriesIn(await expectAnySuccess(context.admin, 'listMemories', { query: { limit: 20 } })).map(
    ({ createdAt }) => Date.parse(createdAt),
  );
  const pairs = times.slice(1).map((time, index) => Math.sign(time - times[index]!));
  if (pairs.every((sign) => sign <= 0))
    return pairs.every((sign) => sign === 0) ? 'unknown: all have the same createdAt' : 'newest first';
  return pairs.every((sign) => sign >= 0) ? 'oldest first' : 'not by createdAt';
}

async function rate(context: Context): Promise<{ limit: number; reset: number }> {
  const { headers } = await expectAnySuccess(context.admin, 'listMemories', { query: { limit: 1 } });
  return { limit: Number(headers['x-ratelimit-limit']), reset: Number(headers['x-ratelimit-reset']) };
}

/** The choices that the source document leaves open, and how to find out what the server does. */
const questions: [claim: keyof typeof openClaims, ask: (context: Context) => Promise<string>][] = [
  [
    'open.statuses',
    async ({ fixtures }) => {
      await fixtures.all();
      return [...fixtures.statuses].map(([name, status]) => `${name} ${status}`).join(', ');
    },
  ],
  [
    'open.memory-fields',
    async (context) => {
      const { id } = await context.fixtures.outside();
      return listed(
        fieldsOf((await expectAnySuccess(context.admin, 'readMemory', { id })).body).filter(
          (name) => !sourceFields.includes(name),
        ),
      );
    },
  ],
  [
    'open.collection-field',
    async ({ fixtures }) => {
      const [collection, inside] = [await fixtures.collection(), (await fixtures.inside()) as { collection?: unknown }];
      if (inside.collection === undefined) return 'not at all';
      if (inside.collection === collection.id) return 'its id';
      return inside.collection === collection.name ? 'its name' : show(inside.collection);
    },
  ],
  ['open.collection-reference', async ({ fixtures }) => `by its ${await fixtures.reference()}`],
  ['open.collection-fields', async ({ fixtures }) => listed(fieldsOf((await fixtures.collection()).fields))],
  ['open.order', orderOf],
  [
    'open.last-cursor',
    async (context) => {
      const page = await lastPage(context);
      return page === undefined
        ? 'not seen: the library is too large'
        : show((page.body as { nextCursor?: unknown }).nextCursor).replace('undefined', 'left out');
    },
  ],
  [
    'open.search-answer',
    async (context) => {
      const memory = await context.fixtures.outside();
      const answer = await expectAnySuccess(context.admin, 'searchMemories', {
        body: { query: context.fixtures.word, mode: 'keyword' },
      });
      const hit = listIn(answer).find((hit) => (hit as { id?: unknown }).id === memory.id) ?? {};
      return `in the answer ${listed(fieldsOf(answer.body))}; in a hit ${listed(fieldsOf(hit).filter((name) => !(name in memory)))}`;
    },
  ],
  [
    'open.refusals',
    async (context) => {
      const { admin } = context;
      const rows: [string, Answer][] = [
        ['absent', await admin.call('readMemory', { id: 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz' })],
        ['unknown token', await context.session('unknown').call('listMemories')],
        [
          'no JSON',
          await admin.send({
            method: 'POST',
            path: '/v1/memories',
            headers: { 'content-type': 'application/json' },
            body: '{',
          }),
        ],
        ['made-up cursor', await admin.call('listMemories', { query: { cursor: 'made-up' } })],
        ['unknown mode', await admin.call('searchMemories', { body: { query: 'x', mode: 'guess' } })],
        ['unknown parameter', await admin.send({ method: 'GET', path: '/v1/memories?unknown-parameter=1' })],
      ];
      return rows.map(([what, answer]) => `${what} ${summary(answer)}`).join(', ');
    },
  ],
  [
    'open.rate',
    async (context) => {
      const [first, later] = [await rate(context), await context.wait(1_100).then(() => rate(context))];
      // A value that falls by hundreds in a second counts milliseconds.
      const unit = first.reset - later.reset > 100 ? 'milliseconds' : unitOf(later.reset);
      return `${later.limit} in a window; Reset is ${later.reset}: ${unit}`;
    },
  ],
];

const asCaseName = (says: string) => `${says[0]?.toLowerCase()}${says.slice(1, -1)}`;

export const openCases: Case[] = questions.map(([claim, ask]) => ({
  name: `open: ${asCaseName(openClaims[claim].says)}`,
  covers: [claim],
  plain: true,
  spends: { own: 0, fixtures: 4 },
  run: async (context) => context.note(claim, await ask(context)),
}));
