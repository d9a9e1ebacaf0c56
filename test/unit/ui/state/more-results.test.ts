import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canShowMore, isAtLimit } from '../../../../src/ui/state/more-results.ts';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import type { Search, SearchHit } from '../../../../src/v1/schemas/search.ts';
import { meaning, near } from '../answer-by-meaning.ts';
import { connectToService, passThrough, stopTime, unreachable, type TestConnection } from '../connection.ts';

let connection: TestConnection;
let results: Results;
/** The saved memories, best first. */
let saved: Memory[];

beforeEach(async () => {
  stopTime();
  connection = connectToService();
  results = createResults(connection.client, { pauseMs: 0 });
  saved = [];
});

afterEach(() => {
  vi.useRealTimers();
});

async function save(count: number): Promise<void> {
  for (let number = 1; number <= count; number++)
    saved.unshift(await connection.client.memories.create({ content: `Heron number ${number}`, tags: ['bird'] }));
}

/** Answers searches by meaning with the memories of `order`. Only the first `certain` of them are certain hits. */
const inOrder = (certain = Infinity, order = () => saved) =>
  meaning(({ limit = 10 }) =>
    order()
      .slice(0, limit)
      .map((memory, index) => near(memory, index < certain ? 0.9 : 0.4)),
  );

async function search(query = 'heron '): Promise<void> {
  results.type(query);
  await connection.untilIdle();
}

const view = () => results.view.value!;
const ids = (memories: readonly { id: string }[] = view().memories) => memories.map(({ id }) => id);
const state = () => [view().memories.length, canShowMore(view()), isAtLimit(view())];
/** Limit and mode of each search so far. A search for similar memories has `like` in place of the mode. */
const searches = () =>
  connection.sent.flatMap(({ path, body }) => {
    const { limit, mode } = (path.endsWith('/search') ? JSON.parse(body!) : {}) as Search;
    return limit === undefined ? [] : [[limit, mode ?? 'like']];
  });

describe('a search whose results fill its limit', () => {
  it('can show more up to the largest limit, and keeps the order of the shown rows', async () => {
    await save(120);
    connection.handleWith(inOrder());
    await search();
    expect(state()).toEqual([20, true, false]);
    // The search with the larger limit returns another order.
    connection.handleWith(inOrder(Infinity, () => saved.slice(0, 50).toReversed()));
    expect(await results.more()).toBe(30);
    expect(ids()).toEqual(ids([...saved.slice(0, 20), ...saved.slice(20, 50).toReversed()]));
    const shown = ids();
    connection.handleWith(inOrder());
    expect(await results.more()).toBe(50);
    expect(ids().slice(0, 50)).toEqual(shown);
    expect(state()).toEqual([100, false, true]);
    expect(await results.more()).toBeUndefined();
    expect(searches()).toEqual([
      [20, 'keyword'],
      [20, 'hybrid'],
      [50, 'hybrid'],
      [100, 'hybrid'],
    ]);
  });

  it('adds rows up to the next limit even if the larger search doesn’t return the shown rows', async () => {
    await save(120);
    connection.handleWith(inOrder());
    await search();
    connection.handleWith(inOrder(Infinity, () => saved.slice(20)));
    expect(await results.more()).toBe(30);
    expect(ids()).toEqual(ids(saved.slice(0, 50)));
    expect(await results.more()).toBe(50);
    expect(ids()).toEqual(ids(saved.slice(0, 100)));
  });

  it('can’t show more once all results are shown', async () => {
    await save(60);
    connection.handleWith(inOrder());
    await search();
    await results.more();
    expect(state()).toEqual([50, true, false]);
    expect(await results.more()).toBe(10);
    expect(state()).toEqual([60, false, false]);
    await search('number ');
    expect(state()).toEqual([20, true, false]);
  });

  it('adds nothing if there are no more results than shown', async () => {
    await save(20);
    await search();
    expect(state()).toEqual([20, true, false]);
    expect(await results.more()).toBe(0);
    expect(state()).toEqual([20, false, false]);
  });

  it('loads more results by keyword if it ran by keyword only', async () => {
    await save(60);
    await search();
    expect(view().mode).toBe('keyword');
    await results.more();
    expect([view().mode, searches().at(-1)]).toEqual(['keyword', [50, 'keyword']]);
    expect(ids()).toEqual(ids(saved.slice(0, 50)));
  });

  it('keeps its filters when it loads more results', async () => {
    await save(30);
    await connection.client.memories.create({ content: 'Heron without a tag' });
    results.query.value = 'heron ';
    await results.setFilters({ tags: ['bird'] });
    expect(await results.more()).toBe(10);
    expect(ids()).toEqual(ids(saved));
  });

  it('shows at most three less certain results, after the certain results', async () => {
    await save(60);
    connection.handleWith(inOrder(25));
    await search();
    expect(await results.more()).toBe(8);
    expect(ids()).toEqual(ids(saved.slice(0, 28)));
    expect(state()).toEqual([28, false, false]);
    connection.handleWith(inOrder(4));
    await search('herons ');
    expect(state()).toEqual([7, false, false]);
  });

  it('waits for the answer by meaning before it shows more', async () => {
    await save(60);
    const gate = Promise.withResolvers<void>();
    connection.handleWith(async (request, pass) => {
      if (request.body?.includes('"limit":20') && request.body.includes('"hybrid"')) await gate.promise;
      return inOrder(Infinity, () => saved.toReversed())(request, pass);
    });
    results.type('heron ');
    await connection.untilIdle(1);
    expect([view().mode, ...state()]).toEqual(['looking', 20, true, false]);
    const more = results.more();
    gate.resolve();
    expect(await more).toBe(30);
    expect(ids()).toEqual(ids(saved.toReversed().slice(0, 50)));
  });

  it('loads the next rows once, even if requested twice', async () => {
    await save(60);
    await search();
    expect(await Promise.all([results.more(), results.more()])).toEqual([30, 30]);
    expect(searches().slice(2)).toEqual([[50, 'keyword']]);
  });

  it('adds no rows if the user types while more results load', async () => {
    await save(60);
    await search();
    const more = results.more();
    results.type('heron 7 ');
    expect(await more).toBeUndefined();
    await connection.untilIdle();
    expect([view().query, view().memories.length]).toEqual(['heron 7 ', 4]);
  });

  it('keeps the shown rows if the request fails', async () => {
    await save(60);
    await search();
    connection.handleWith(unreachable);
    await expect(results.more()).rejects.toThrow();
    expect(state()).toEqual([20, true, false]);
    connection.handleWith(passThrough);
    expect(await results.more()).toBe(30);
  });
});

describe('an extended list', () => {
  beforeEach(async () => {
    await save(60);
    connection.handleWith(inOrder());
    await search();
    await results.more();
  });

  it('keeps its length and order after an undone deletion, even if the search returns another order', async () => {
    const before = ids();
    const { id } = view().memories[25]!;
    await connection.client.memories.delete(id);
    await results.remove(id);
    expect(ids()).toEqual(before.filter((one) => one !== id));
    await connection.client.memories.restore(id);
    const [first, second, ...rest] = saved;
    connection.handleWith(inOrder(Infinity, () => [second!, first!, ...rest]));
    await results.refresh();
    expect(ids()).toEqual(before);
  });

  it('doesn’t show a memory that was deleted while more was loading', async () => {
    const { id } = view().memories[3]!;
    const gate = Promise.withResolvers<void>();
    connection.handleWith(async (request, pass) => {
      const answer = await inOrder()(request, pass);
      await gate.promise;
      return answer;
    });
    const more = results.more();
    await connection.untilIdle(1);
    await results.remove(id);
    gate.resolve();
    expect(await more).toBe(10);
    expect(ids()).toEqual(ids(saved.filter((one) => one.id !== id)));
  });

  it('keeps its rows in place if the search is repeated automatically', async () => {
    const before = ids();
    connection.handleWith(inOrder(Infinity, () => saved.slice(5).toReversed()));
    await results.ask();
    expect(ids().slice(0, 50)).toEqual(before);
    expect(ids().slice(50)).toEqual(ids(saved.slice(50).toReversed()));
    expect(results.pending.value).toBeUndefined();
  });

  it('shows the latest version of a memory that was edited elsewhere, in its place', async () => {
    const before = ids();
    const { id } = view().memories[7]!;
    const { body } = await connection.sendFromElsewhere('PATCH', `/memories/${id}`, { content: 'Heron of the pond' });
    saved = [body, ...saved.filter((memory) => memory.id !== id)];
    await results.ask();
    expect(view().memories[7]!.content).toBe('Heron of the pond');
    expect(ids().slice(0, 50)).toEqual(before);
  });

  it('returns to 20 rows with another search', async () => {
    await search('number ');
    expect(state()).toEqual([20, true, false]);
    await search('heron ');
    expect(state()).toEqual([20, true, false]);
  });
});

it('can show more similar memories', async () => {
  await save(60);
  connection.handleWith(inOrder());
  await results.findSimilar({ memory: saved[0]! });
  expect(await results.more()).toBe(30);
  expect([view().near, searches().at(-1)]).toEqual([{ memory: saved[0] }, [50, 'like']]);
});

it('doesn’t offer to show more if the list already ends with less certain results', async () => {
  await save(60);
  const hits = (): SearchHit[] => saved.slice(0, 20).map((memory, index) => near(memory, index < 19 ? 0.9 : 0.4));
  connection.handleWith(meaning(hits));
  await search();
  expect(state()).toEqual([20, false, false]);
});
