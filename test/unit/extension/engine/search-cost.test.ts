import { IDBDatabase } from 'fake-indexeddb';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transactions as recorded } from '../../../../bench/counted-work.ts';
import { composeEngine } from '../../../../src/extension/engine/compose.ts';
import type { Engine } from '../../../../src/extension/engine/worker.ts';
import { IndexState } from '../../../../src/search/keyword/index-state.ts';
import type { ResponseEnvelope } from '../../../../src/v1/envelope.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { engineParts } from '../../../support/engine-parts.ts';

let engine: Engine;
let token: string;
let collection: string;
/** The modes of all IndexedDB transactions since the test began. */
let transactions: (IDBTransactionMode | undefined)[];

async function ask(method: string, path: string, body: object, secret?: string): Promise<ResponseEnvelope> {
  const headers = {
    'content-type': 'application/json',
    ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
  };
  const answer = await engine.request(
    {
      request: { commonplace: 1, method, path: `/v1${path}`, headers, body: JSON.stringify(body) },
      vouched: secret === undefined ? { source: 'popup' } : {},
    },
    new AbortController().signal,
  );
  expect(answer.status).toBeLessThan(300);
  return answer;
}
const save = async (content: string, more: object = {}): Promise<{ id: string }> =>
  JSON.parse((await ask('POST', '/memories', { content, ...more })).body!);
const search = async (mode: string, secret?: string, query = 'quiet hotel', filters = {}): Promise<SearchAnswer> =>
  JSON.parse((await ask('POST', '/memories/search', { query, mode, limit: 20, filters }, secret)).body!);
const contents = ({ memories }: SearchAnswer) => memories.map(({ content }) => content);

/** Runs delayed and queued work until about ten seconds pass without an IndexedDB transaction. */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet++) {
    const before = transactions.length;
    await vi.advanceTimersByTimeAsync(1_000);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    if (transactions.length > before) quiet = 0;
  }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  // The method must be replaced before a database is opened, because Dexie keeps the method that it finds then.
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    transactions.push(args[1]);
    return transaction.apply(this, args);
  });
  transactions = [];
  engine = await composeEngine(engineParts());
  for (const content of ['a silent inn', 'tea with milk']) await save(content);
  collection = JSON.parse((await ask('POST', '/collections', { name: 'Shared' })).body!).id;
  await save('quiet please', { collection });
  token = JSON.parse(
    (await ask('POST', '/tokens', { name: 'limited', scopes: ['memories:read'], collections: [collection] })).body!,
  ).token;
  await settle();
  await search('hybrid');
  await settle();
});

beforeEach(() => {
  transactions = [];
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(['keyword', 'hybrid'] as const)('a %s search by itself costs one IndexedDB transaction', async (mode) => {
  expect((await search(mode, undefined, `${mode} tea`)).mode).toBe(mode);
  await settle();
  expect(transactions).toEqual(['readonly']);
  expect(recorded[mode]).toBe(transactions.length);
});

// After a pause in typing, a page searches twice (`searchTwice` in list-reader.ts): by keyword, then in mode hybrid.
test('a pause in typing costs two IndexedDB transactions and one keyword search, and writes nothing', async () => {
  const keywordSearches = vi.spyOn(IndexState.prototype, 'sources');
  const byWord = await search('keyword');
  const byBoth = await search('hybrid');
  await settle();
  expect(transactions).toEqual(['readonly', 'readonly']);
  expect(recorded.pause).toBe(transactions.length);
  expect(keywordSearches).toHaveBeenCalledTimes(1);
  expect(contents(byWord)).toEqual(['quiet please']);
  expect(byBoth).toMatchObject({ mode: 'hybrid', coverage: 1 });
  expect(contents(byBoth).slice(0, 2).toSorted()).toEqual(['a silent inn', 'quiet please']);
});

test('a pause in typing costs no more with a collection as a filter', async () => {
  const filters = { collection };
  expect(contents(await search('keyword', undefined, 'quiet hotel', filters))).toEqual(['quiet please']);
  expect(contents(await search('hybrid', undefined, 'quiet hotel', filters))).toEqual(['quiet please']);
  await settle();
  expect(transactions).toEqual(['readonly', 'readonly']);
});

test('a pause in typing costs three IndexedDB transactions with a phrase as a filter, and the next pause costs two', async () => {
  const filters = { phrases: ['silent inn'], not: ['tea with'] };
  for (const query of ['sile', 'silent']) {
    expect(contents(await search('keyword', undefined, query, filters))).toEqual(['a silent inn']);
    expect(contents(await search('hybrid', undefined, query, filters))).toEqual(['a silent inn']);
  }
  await settle();
  expect(transactions).toEqual(Array(5).fill('readonly'));
});

test('counts the requests of the extension’s own pages in RAM, and a token’s requests on disk', async () => {
  const remaining = async (secret?: string) => {
    const { headers } = await ask('POST', '/memories/search', { query: 'tea', mode: 'keyword' }, secret);
    return Number(headers['x-ratelimit-remaining']);
  };
  expect((await remaining()) - (await remaining())).toBe(1);
  expect(transactions).toEqual(['readonly', 'readonly']);
  expect((await remaining(token)) - (await remaining(token))).toBe(1);
  expect(transactions.filter((mode) => mode === 'readwrite')).toHaveLength(2);
});

test('a repeated search reflects every save, change and deletion since the first', async () => {
  await search('keyword');
  const { id } = await save('another hotel');
  expect(contents(await search('hybrid'))).toContain('another hotel');
  await search('keyword');
  await ask('PATCH', `/memories/${id}`, { content: 'a closed hotel' });
  expect(contents(await search('hybrid'))).toContain('a closed hotel');
  await search('keyword');
  await ask('DELETE', `/memories/${id}`, {});
  expect(contents(await search('hybrid'))).not.toContain('a closed hotel');
});

test('a limited token and an own page never share the result of a query, whichever searches first', async () => {
  const alone = await search('hybrid', token);
  await search('keyword');
  expect(await search('hybrid', token)).toEqual(alone);
  expect(contents(alone)).toEqual(['quiet please']);
  await search('keyword', token);
  expect(contents(await search('hybrid'))).toContain('a silent inn');
});

test('indexes an import before the next search, which then costs only one IndexedDB transaction', async () => {
  const memories = [1, 2, 3].map((number) => ({
    id: `mem_${String(number).padStart(26, '0')}`,
    content: `imported ${number}`,
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  await ask('POST', '/memories/import', { memories });
  await settle();
  transactions = [];
  expect(contents(await search('keyword', undefined, 'imported '))).toHaveLength(3);
  expect(transactions).toEqual(['readonly']);
});

test('after repeated changes, a search reads the changes first and runs once instead of twice', async () => {
  const keywordSearches = vi.spyOn(IndexState.prototype, 'sources');
  const costOf = async (content: string) => {
    await save(content);
    keywordSearches.mockClear();
    expect(contents(await search('keyword', undefined, content))).toContain(content);
    return keywordSearches.mock.calls.length;
  };
  await search('keyword');
  // A search reads the changes first only after two searches in a row have missed changes and had to run twice.
  expect([await costOf('hotel one'), await costOf('hotel two'), await costOf('hotel three')]).toEqual([2, 2, 1]);
  await search('keyword');
  transactions = [];
  await search('keyword');
  expect(transactions).toEqual(['readonly']);
});

test('a repeated search for a phrase reflects changes of memories, of filters and of rights', async () => {
  const filters = { phrases: ['calm sea'] };
  const found = async (mode: string, more = {}, secret?: string) =>
    contents(await search(mode, secret, 'calm', { ...filters, ...more })).toSorted();
  expect(await found('keyword')).toEqual([]);
  const { id } = await save('a calm sea');
  expect(await found('hybrid')).toEqual(['a calm sea']);
  const shared = await save('calm seas or a calm sea', { collection });
  expect(await found('keyword')).toEqual(['a calm sea', 'calm seas or a calm sea']);
  expect(await found('hybrid', { not: ['calm seas'] })).toEqual(['a calm sea']);
  expect(await found('keyword', {}, token)).toEqual(['calm seas or a calm sea']);
  expect(await found('keyword')).toEqual(['a calm sea', 'calm seas or a calm sea']);
  await ask('PATCH', `/memories/${id}`, { content: 'a sea, calm' });
  expect(await found('hybrid')).toEqual(['calm seas or a calm sea']);
  await ask('DELETE', `/memories/${shared.id}`, {});
  expect(await found('hybrid')).toEqual([]);
});
