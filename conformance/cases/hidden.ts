import type { Case } from '../case.ts';
import { newWord, type Context } from '../context.ts';
import { equal, checkEveryRow } from '../expect.ts';
import { refusalOf, type Input, type Session } from '../session.ts';
import type { OperationName } from '../../src/v1/operations.ts';
import type { Answer } from '../wire.ts';
import { createDividedMemories } from '../divided-memories.ts';

/** What a response for something hidden must share with a response for something absent. */
function comparableParts({ status, text, headers }: Answer, ignored: ReadonlySet<string>): object {
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit-') && !ignored.has(name));
  return { status, text, headers: Object.fromEntries(kept) };
}

/** Headers that differ between two responses to the same request, such as a date or a request id. */
function varyingHeaders(one: Answer, other: Answer): ReadonlySet<string> {
  return new Set(['date', ...Object.keys(one.headers).filter((name) => one.headers[name] !== other.headers[name])]);
}

async function expectSameAnswer(
  session: Session,
  name: OperationName,
  hidden: Input,
  absent: Input,
  what: string,
): Promise<Answer> {
  const [hiddenAnswer, absentAnswer, absentAgain] = [
    await session.call(name, hidden),
    await session.call(name, absent),
    await session.call(name, absent),
  ];
  const ignored = varyingHeaders(absentAnswer, absentAgain);
  equal(comparableParts(hiddenAnswer, ignored), comparableParts(absentAnswer, ignored), what);
  return hiddenAnswer;
}

/** `hidden` names something hidden or trashed, or has a malformed id. `absent` names something that doesn't exist. */
type InputPair = [what: string, name: OperationName, hidden: Input, absent: Input];

async function expectSameNotFound(session: Session, requests: InputPair[]): Promise<void> {
  await checkEveryRow(
    requests,
    ([what, name]) => `${name} ${what}`,
    async ([, name, hidden, absent]) => {
      refusalOf(
        await expectSameAnswer(session, name, hidden, absent, 'the responses for hidden and absent'),
        'not_found',
        404,
      );
    },
  );
}

const absentId = (prefix: string) => `${prefix}_01hzzzzzzzzzzzzzzzzzzzzzzz`;

const operationsById: [name: OperationName, idPrefix: 'mem' | 'col' | 'tok', input: Input][] = [
  ['readMemory', 'mem', {}],
  ['updateMemory', 'mem', { body: { title: 'x' } }],
  ['deleteMemory', 'mem', {}],
  ['deleteMemory', 'mem', { query: { permanent: true } }],
  ['restoreMemory', 'mem', {}],
  ['listCollectionMemories', 'col', {}],
  ['updateCollection', 'col', { body: { name: 'a name that is not taken' } }],
  ['deleteCollection', 'col', {}],
  ['updateToken', 'tok', { body: { paused: true } }],
  ['createTokenSecret', 'tok', {}],
  ['revokeToken', 'tok', {}],
];

async function readText(context: Context, id: string): Promise<string> {
  return (await context.admin.expectSuccess('readMemory', { id })).text;
}

export const hiddenCases: Case[] = [
  {
    name: 'hidden: an id the token can’t see gets the same answer as an unknown id',
    covers: ['hidden.alike', 'limited.sees', 'error.not_found'],
    async run(context) {
      const { hidden, uncollected, theirs, limited } = await createDividedMemories(context);
      const before = [await readText(context, hidden.id), await readText(context, uncollected.id)];
      const { id: token } = await context.createToken({ collections: [theirs.id] });
      const rows: InputPair[] = operationsById
        .filter(([name]) => name !== 'updateCollection' && name !== 'deleteCollection')
        .flatMap(([name, kind, input]) => {
          const ids = kind === 'mem' ? [hidden.id, uncollected.id] : [kind === 'col' ? theirs.id : token];
          return ids.map((id): InputPair => ['by id', name, { ...input, id }, { ...input, id: absentId(kind) }]);
        });
      await expectSameNotFound(limited, rows);
      equal(
        [await readText(context, hidden.id), await readText(context, uncollected.id)],
        before,
        'the hidden memories',
      );
    },
  },
  {
    name: 'hidden: a reference to a hidden collection gets the same answer as an unknown reference',
    covers: ['hidden.alike', 'reference.absent'],
    async run(context) {
      const { seen, theirs, limited } = await createDividedMemories(context);
      const rows = (
        [
          [theirs.id, absentId('col')],
          [theirs.name, newWord()],
        ] as const
      ).flatMap(([hidden, absent]): InputPair[] => [
        ['filter', 'listMemories', { query: { collection: hidden } }, { query: { collection: absent } }],
        [
          'filter',
          'searchMemories',
          { body: { query: 'x', filters: { collection: hidden } } },
          { body: { query: 'x', filters: { collection: absent } } },
        ],
        [
          'collection',
          'createMemory',
          { body: { content: 'x', collection: hidden } },
          { body: { content: 'x', collection: absent } },
        ],
        [
          'collection',
          'updateMemory',
          { id: seen.id, body: { collection: hidden } },
          { id: seen.id, body: { collection: absent } },
        ],
        ['collections', 'createToken', tokenFor(hidden), tokenFor(absent)],
      ]);
      await expectSameNotFound(limited, rows);
    },
  },
  {
    name: 'hidden: a search with `like` gets the same answer for a hidden memory as for an unknown one',
    covers: ['hidden.alike', 'search.like'],
    async run(context) {
      const { hidden, limited } = await createDividedMemories(context);
      const like = (memoryId: string): Input => ({ body: { like: { memoryId } } });
      await expectSameAnswer(limited, 'searchMemories', like(hidden.id), like(absentId('mem')), 'the answers');
    },
  },
  {
    name: 'hidden: renaming or deleting gets the same answer for a hidden collection as for an unknown one',
    covers: ['hidden.alike', 'limited.no-collections'],
    async run(context) {
      const { theirs, limited } = await createDividedMemories(context);
      for (const [name, , input] of operationsById.filter(
        ([one]) => one === 'updateCollection' || one === 'deleteCollection',
      )) {
        const answer = await expectSameAnswer(
          limited,
          name,
          { ...input, id: theirs.id },
          { ...input, id: absentId('col') },
          name,
        );
        equal(answer.status >= 400, true, 'refused');
      }
      equal(
        (await context.admin.bodyOf('listCollectionMemories', { id: theirs.id })).memories.length,
        1,
        'memories of the hidden collection',
      );
    },
  },
  {
    name: 'hidden: reading, changing or deleting gets the same answer for a memory in the trash as for an unknown one',
    covers: ['hidden.alike', 'trash.hidden'],
    async run(context) {
      const { id } = await context.memory();
      await context.admin.expectSuccess('deleteMemory', { id });
      const rows = operationsById.filter(
        ([name, , input]) => ['readMemory', 'updateMemory', 'deleteMemory'].includes(name) && input.query === undefined,
      );
      await expectSameNotFound(
        context.admin,
        rows.map(([name, , input]) => ['in the trash', name, { ...input, id }, { ...input, id: absentId('mem') }]),
      );
    },
  },
  {
    name: 'hidden: a malformed id gets the same answer as an unknown one',
    covers: ['path.id', 'error.not_found', 'hidden.alike'],
    async run(context) {
      const memory = await context.memory();
      const collection = await context.collection();
      const malformed = [
        'x',
        'mem_',
        'mem_x',
        'constructor',
        '__proto__',
        '..%2fmemories',
        '%2e%2e%2f',
        'mem_%20',
        "'",
        '%F0%9F%8C%B1',
        'null',
        '0',
        memory.id.toUpperCase(),
        `${memory.id}x`,
        memory.id.slice(0, -1),
        memory.id.slice(4),
      ];
      const rows = operationsById.flatMap(([name, kind, input]) =>
        [...malformed, kind === 'mem' ? collection.id : memory.id].map((id): InputPair => [
          id,
          name,
          { ...input, id },
          { ...input, id: absentId(kind) },
        ]),
      );
      await expectSameNotFound(context.admin, rows);
      equal(await readText(context, memory.id), JSON.stringify(memory), 'the memory');
    },
  },
];

function tokenFor(collection: string): Input {
  return { body: { name: 'x', scopes: ['memories:read'], collections: [collection] } };
}
