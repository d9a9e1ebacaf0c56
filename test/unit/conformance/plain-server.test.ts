import { describe, expect, it } from 'vitest';
import { runCatalogue } from '../../../conformance/run-catalogue.ts';
import { everyResponseName, noSuchResponse, type CaseResult, type Status } from '../../../conformance/results.ts';
import {
  startPlainServer,
  type Choices,
  type Kept,
  type Memory,
  type Parts,
} from '../../support/plain-server/index.ts';
import { plainHost } from '../../support/plain-server/host.ts';
import { correctParts } from '../../support/plain-server/memories.ts';

async function resultsByStatus(
  choices: Partial<Choices>,
  wrong: Partial<Parts> = {},
): Promise<Record<Status, CaseResult[]>> {
  const server = await startPlainServer(choices, wrong);
  const { results } = await runCatalogue(plainHost(server));
  await server.close();
  const withStatus = (status: Status) => results.filter((result) => result.status === status);
  return {
    passed: withStatus('passed'),
    failed: withStatus('failed'),
    reported: withStatus('reported'),
    'not offered': withStatus('not offered'),
    'not run': withStatus('not run'),
  };
}

const unusualChoices: Partial<Choices>[] = [
  {},
  { lastCursor: 'empty' },
  { lastCursor: 'missing' },
  { reset: 'milliseconds' },
  { reset: 'Unix seconds' },
  { reset: 'Unix milliseconds' },
  { createdStatus: 200 },
  { collectionField: 'name', reference: 'name' },
  { collectionField: 'missing' },
  { order: 'oldest first' },
  { extraFields: true },
  {
    lastCursor: 'empty',
    reset: 'Unix milliseconds',
    createdStatus: 200,
    collectionField: 'missing',
    reference: 'name',
    order: 'oldest first',
    extraFields: true,
  },
];

describe.concurrent('the conformance suite on a plain server', () => {
  it.each(unusualChoices)('fails no case if the server makes the choices %o', async (choices) => {
    const { passed, failed, reported, 'not offered': notOffered, 'not run': notRun } = await resultsByStatus(choices);
    expect(failed).toEqual([]);
    expect(notRun).toEqual([
      { name: everyResponseName('source.rate-limited'), status: 'not run', message: noSuchResponse },
    ]);
    expect(passed.filter(({ name }) => name.startsWith('source:')).length).toBeGreaterThan(8);
    expect(reported.map(({ name }) => name).every((name) => name.startsWith('open:'))).toBe(true);
    expect(reported).toHaveLength(10);
    expect(notOffered.length).toBeGreaterThan(150);
  });

  it('reports the choices of the server', async () => {
    const { reported } = await resultsByStatus({
      lastCursor: 'missing',
      reset: 'milliseconds',
      createdStatus: 200,
      collectionField: 'name',
      reference: 'name',
      order: 'oldest first',
    });
    const choices = Object.fromEntries(reported.map(({ name, message }) => [name.slice('open: '.length), message]));
    expect(choices).toMatchObject({
      'the success statuses of writes': 'createMemory 200, createCollection 200',
      'how a memory returns its collection': 'its name',
      'whether a request names a collection by id or by name': 'by its name',
      'the order in which memories are listed': 'oldest first',
      'the value of nextCursor on the last page': 'left out',
      'the request limit of a token, and the unit of X-RateLimit-Reset': expect.stringMatching(
        /^10000 in a window; Reset is \d+: milliseconds$/,
      ),
    });
  });
});

const replacePart = <N extends keyof Parts>(name: N, spoil: (right: Parts[N]) => Parts[N]): Partial<Parts> => ({
  [name]: spoil(correctParts[name]),
});

/** Each fault, the faulty part of the server, and the names of the results that must be failures. */
const faults: [what: string, wrong: Partial<Parts>, seenBy: string[]][] = [
  [
    'skips a memory between two pages',
    replacePart('page', (right) => (memories, limit, cursor) => {
      const { next, ...page } = right(memories, limit, cursor);
      const [index, last] = [memories.findIndex(({ id }) => id === page.memories.at(-1)?.id), memories.length - 1];
      return { ...page, next: next !== undefined && index + 1 < last ? btoa(memories[index + 1]!.id) : next };
    }),
    ['source: pages list each memory once'],
  ],
  [
    'returns a cursor that leads back to an earlier page',
    replacePart('page', (right) => (memories, limit) => right(memories, limit, undefined)),
    ['source: pages list each memory once'],
  ],
  [
    'returns one memory too many on each page',
    replacePart('page', (right) => (memories, limit, cursor) => right(memories, limit + 1, cursor)),
    ['source: pages list each memory once'],
  ],
  [
    'ends the list after the first page',
    replacePart('page', (right) => (...args) => ({ ...right(...args), next: undefined })),
    ['source: pages list each memory once'],
  ],
  [
    'drops tags when the content changes',
    replacePart('change', (right) => (memory, fields, now) => ({
      ...right(memory, fields, now),
      tags: fields.tags ?? [],
    })),
    ['source: PATCH changes the given fields and no others'],
  ],
  [
    'does not store the content that PATCH sends',
    {
      change: (memory: Memory, fields, now) =>
        Object.assign({ ...memory }, fields, { updatedAt: now, content: memory.content }),
    },
    ['source: PATCH changes the given fields and no others'],
  ],
  [
    'does not change updatedAt',
    replacePart('change', (right) => (memory, fields) => right(memory, fields, memory.updatedAt)),
    ['source: PATCH changes the given fields and no others'],
  ],
  [
    'searches every collection',
    replacePart(
      'passes',
      (right) =>
        (memory, { collection: _, ...filters }) =>
          right(memory, filters),
    ),
    ['source: collection and tags narrow a search'],
  ],
  [
    'does not filter by tag',
    replacePart(
      'passes',
      (right) =>
        (memory, { tags: _, ...filters }) =>
          right(memory, filters),
    ),
    ['source: collection and tags narrow a search'],
  ],
  [
    'finds memories that don’t contain the word',
    { matches: () => true },
    ['source: a search in each mode returns at most limit memories'],
  ],
  ['finds nothing', { matches: () => false }, ['source: a search in each mode returns at most limit memories']],
  [
    'ignores the limit of a search',
    { limitHits: (memories) => [...memories] },
    ['source: a search in each mode returns at most limit memories'],
  ],
  [
    'gives ids without mem_',
    replacePart('newId', (right) => (kind) => right(kind).replace('mem_', '')),
    ['source: a memory is created and read back unchanged'],
  ],
  [
    'returns times in another time zone',
    { timeOf: (now) => new Date(now + 7_200_000).toISOString().replace('Z', '+02:00') },
    ['source: a memory is created and read back unchanged'],
  ],
  [
    'returns local times of another time zone as UTC',
    { timeOf: (now) => new Date(now + 7_200_000).toISOString() },
    ['source: a memory is created and read back unchanged'],
  ],
  [
    'returns null for an unknown id',
    { read: (kept: Kept, id: string) => correctParts.read(kept, id) ?? (null as unknown as Memory) },
    ['source: refuses an unknown id with the standard error body'],
  ],
  [
    'returns errors in another form',
    { errorBody: (code, message) => ({ status: code, detail: message }) },
    ['source: refuses an unknown id with the standard error body', everyResponseName('source.error')],
  ],
  ['omits the rate headers', { rateHeaders: () => ({}) }, [everyResponseName('source.rate-headers')]],
  [
    'lists the memories of every collection',
    { members: ({ memories }: Kept) => memories },
    ['source: a new collection is listed, and lists its memories'],
  ],
  [
    'loses tags',
    replacePart('create', (right) => (fields, made) => right({ ...fields, tags: [] }, made)),
    ['source: a memory is created and read back unchanged'],
  ],
  [
    'collapses white space',
    replacePart(
      'create',
      (right) => (fields, made) => right({ ...fields, content: fields.content.replaceAll(/\s+/g, ' ') }, made),
    ),
    ['source: a memory is created and read back unchanged'],
  ],
  ['requires no token', { isAuthorized: () => true }, ['source: every request needs a valid token']],
  [
    'accepts any token',
    { isAuthorized: (authorization) => authorization !== undefined },
    ['source: every request needs a valid token'],
  ],
  [
    'breaks on a body that is not JSON',
    { parse: (text: string) => parseOrBreak(text) },
    ['source: refuses a request body that isn’t JSON, with the standard error body'],
  ],
];

function parseOrBreak(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('broken');
  }
}

describe.concurrent('the conformance suite on a faulty plain server', () => {
  it.each(faults)('fails a server that %s', async (_, wrong, seenBy) => {
    const { failed } = await resultsByStatus({}, wrong);
    const names = failed.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(seenBy));
    for (const { says, message } of failed) {
      expect(message).not.toBe('');
      expect(says?.[0]).toMatch(/\(the source document, section \d\)$/);
    }
  });
});
