import { describe, expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { limits } from '../../../src/v1/limits.ts';
import { testService, type TestService } from '../../support/service.ts';
import { idOf } from '../../support/store-cases/rows.ts';
import { workMeter } from '../../support/work.ts';

/** The maximum growth of the work if a list has four times as many elements. Above 4, since sorting isn't linear. */
const growth = 5;
const constantSteps = 50_000;

const listOf = <Item>(count: number, item: (number: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));
const time = '2026-01-01T00:00:00.000Z';

const importedMemory = (number: number) => ({
  id: idOf('mem', number),
  content: `note ${number} about subject${number}`,
  title: `title ${number}`,
  url: `https://site${number}.example/page`,
  tags: [`tag${number}`, 'all'],
  version: 1,
  createdAt: time,
  updatedAt: time,
});

interface Request {
  /** The largest number of elements. */
  most: number;
  path: string;
  body(count: number): unknown;
  /** Saves what the request refers to. */
  prepare?(host: TestService, count: number): Promise<unknown>;
}

const importMemories = (host: TestService, count: number) =>
  host.send('POST', '/memories/import', { memories: listOf(count, importedMemory) });

const importCollections = (host: TestService, count: number) =>
  host.send('POST', '/memories/import', { memories: [], collections: listOf(count, importedCollection) });

const importedCollection = (number: number) => ({
  id: idOf('col', number),
  name: `collection ${number}`,
  createdAt: time,
  updatedAt: time,
});

const requests: Record<string, Request> = {
  'import: memories': {
    most: limits.importRows,
    path: '/memories/import',
    body: (count) => ({ memories: listOf(count, importedMemory) }),
  },
  'import: memories that already exist': {
    most: limits.importRows,
    path: '/memories/import',
    body: (count) => ({ memories: listOf(count, importedMemory) }),
    prepare: importMemories,
  },
  'import: memories in a dry run': {
    most: limits.importRows,
    path: '/memories/import',
    body: (count) => ({ memories: listOf(count, importedMemory), dryRun: true }),
  },
  'import: collections': {
    most: limits.importRows,
    path: '/memories/import',
    body: (count) => ({ memories: [], collections: listOf(count, importedCollection) }),
  },
  'undo of an import': {
    most: limits.importRows,
    path: '/memories/import/undo',
    body: (count) => ({ memories: listOf(count, (number) => ({ id: idOf('mem', number), version: 1 })) }),
    prepare: importMemories,
  },
  'batch: saves': {
    most: limits.batchRequests,
    path: '/batch',
    body: (count) => ({
      requests: listOf(count, (number) => ({
        method: 'POST',
        path: '/v1/memories',
        idempotencyKey: `key ${number}`,
        body: { content: `note ${number}`, tags: [`tag${number}`] },
      })),
    }),
  },
  'batch: edits': {
    most: limits.batchRequests,
    path: '/batch',
    body: (count) => ({
      requests: listOf(count, (number) => ({
        method: 'PATCH',
        path: `/v1/memories/${idOf('mem', number)}`,
        body: { content: 'edited' },
      })),
    }),
    prepare: importMemories,
  },
  'token: collections': {
    most: limits.tokenCollections,
    path: '/tokens',
    body: (count) => ({
      name: 'some',
      scopes: ['memories:read'],
      collections: listOf(count, (number) => idOf('col', number)),
    }),
    prepare: importCollections,
  },
};

describe('the work for a request', () => {
  const meter = workMeter();

  async function stepsOf({ path, body, prepare }: Request, count: number): Promise<number> {
    const host = testService(inMemoryStore());
    await prepare?.(host, count);
    const sent = body(count);
    let answer: unknown;
    const steps = await meter.stepsOf(async () => {
      const response = await host.send('POST', path, sent);
      expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
      answer = response.body;
    });
    expect(JSON.stringify(answer)).not.toMatch(/"outcome":"(?:refused|absent|changed|conflict)"|"status":4/);
    return steps;
  }

  test.each(Object.keys(requests))('grows no faster than its list of valid elements: %s', async (name) => {
    const request = requests[name]!;
    const [few, many] = [await stepsOf(request, request.most / 4), await stepsOf(request, request.most)];
    expect(many, `${few} steps, then ${many}`).toBeLessThanOrEqual(growth * few + constantSteps);
  });

  test('control: the meter notices work that compares each element with all others', async () => {
    const compare = (count: number) => async () => {
      const ids = listOf(count, (number) => idOf('mem', number));
      return ids.filter((id, at) => ids.indexOf(id) === at);
    };
    const [few, many] = [await meter.stepsOf(compare(125)), await meter.stepsOf(compare(500))];
    expect(many).toBeGreaterThan(growth * few + constantSteps);
  });
});
