import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionFailed } from '../../../../src/client/index.ts';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import {
  unreachable,
  holdResponses,
  connectToService,
  passThrough,
  stopTime,
  type TestConnection,
} from '../connection.ts';

let connection: TestConnection;
let results: Results;

beforeEach(() => {
  stopTime();
  connection = connectToService();
  results = createResults(connection.client);
});

afterEach(() => {
  vi.useRealTimers();
});

const texts = () => results.view.value?.memories.map(({ content }) => content);
const save = (content: string) => connection.client.memories.create({ content });

/**
 * Types, then waits for the typing pause and all requests. `waiting`: the number of responses that the test holds back.
 */
async function type(text: string, waiting = 0): Promise<void> {
  results.type(text);
  vi.advanceTimersByTime(60);
  await connection.untilIdle(waiting);
}

describe('searching while typing', () => {
  beforeEach(async () => {
    await save('The boiler is in the cellar');
    await save('The bicycle pump lies in the shed');
    connection.sent.length = 0;
  });

  it('searches once, after a pause in typing', async () => {
    for (const text of ['c', 'ce', 'cel']) {
      results.type(text);
      vi.advanceTimersByTime(59);
    }
    await connection.untilIdle();
    expect(connection.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    await connection.untilIdle();
    expect(connection.sent.map(({ body }) => JSON.parse(body!))).toMatchObject([
      { query: 'cel', mode: 'keyword' },
      { query: 'cel', mode: 'hybrid' },
    ]);
    expect(texts()).toEqual(['The boiler is in the cellar']);
  });

  it('shows the answer to the last query, whichever arrives first', async () => {
    const answers = holdResponses();
    connection.handleWith(answers.handler);
    results.type('cellar');
    vi.advanceTimersByTime(60);
    results.type('shed');
    vi.advanceTimersByTime(60);
    await connection.untilIdle(2);
    expect(answers.count()).toBe(2);
    answers.release(1);
    await connection.untilIdle(2);
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
    connection.handleWith(passThrough);
    answers.release(2);
    answers.release(0);
    await connection.untilIdle();
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
    expect(results.view.value?.query).toBe('shed');
  });

  it('ignores an answer that arrives while typing continues', async () => {
    await type('shed');
    const answers = holdResponses();
    connection.handleWith(answers.handler);
    results.type('cellar');
    vi.advanceTimersByTime(60);
    await connection.untilIdle(1);
    results.type('cellar x');
    answers.release(0);
    await connection.untilIdle();
    expect(results.view.value?.query).toBe('shed');
    expect(results.pending.value).toBeUndefined();
  });

  it('keeps the typed spaces, since a word is unfinished until a space follows', async () => {
    await type('  bic');
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
    expect(results.view.value?.query).toBe('  bic');
    await type('cell ');
    expect(JSON.parse(connection.sent.at(-1)!.body!).query).toBe('cell ');
  });

  it('returns to recent memories at once if the field is blank', async () => {
    await type('shed');
    results.type(' ');
    await connection.untilIdle();
    expect(texts()).toEqual(['The bicycle pump lies in the shed', 'The boiler is in the cellar']);
    expect(results.view.value?.query).toBe('');
  });

  it('shows the failure and its query, and the answer after a successful retry', async () => {
    connection.handleWith(unreachable);
    await type('shed');
    expect(results.shown.value).toEqual({ query: 'shed', failure: expect.any(ConnectionFailed) });
    expect(results.view.value).toBeUndefined();
    connection.handleWith(passThrough);
    await results.refresh();
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
  });

  it('repeats the search automatically after the service’s retryAfter, and then shows the answer', async () => {
    const error = { code: 'unavailable', message: 'Search is getting ready (62% done).', retryAfter: 2 };
    connection.handleWith(async () => ({ commonplace: 1, status: 503, headers: {}, body: JSON.stringify({ error }) }));
    await type('shed');
    expect(results.shown.value).toMatchObject({ failure: { message: 'Search is getting ready (62% done).' } });
    connection.handleWith(passThrough);
    vi.advanceTimersByTime(1_999);
    expect(results.view.value).toBeUndefined();
    vi.advanceTimersByTime(1);
    await connection.untilIdle();
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
  });

  it('reports a slow search after 100 ms, until the complete answer', async () => {
    const answers = holdResponses();
    connection.handleWith(answers.handler);
    results.type('shed');
    vi.advanceTimersByTime(60 + 99);
    expect(results.slow.value).toBe(false);
    vi.advanceTimersByTime(1);
    expect(results.slow.value).toBe(true);
    await connection.untilIdle(1);
    answers.release(0);
    await connection.untilIdle(1);
    expect(texts()).toHaveLength(1);
    expect([results.slow.value, results.view.value?.mode]).toEqual([true, 'looking']);
    answers.release(1);
    await connection.untilIdle();
    expect([results.slow.value, results.view.value?.mode]).toEqual([false, 'keyword']);
    vi.advanceTimersByTime(1_000);
    expect(results.slow.value).toBe(false);
  });

  it('reports no slow search if typing continues or the answer arrives in time', async () => {
    connection.handleWith(holdResponses().handler);
    results.type('shed');
    vi.advanceTimersByTime(159);
    results.type('shed x');
    vi.advanceTimersByTime(59);
    expect(results.slow.value).toBe(false);
    connection.handleWith(passThrough);
    await type('cellar', 1);
    vi.advanceTimersByTime(1_000);
    expect(results.slow.value).toBe(false);
  });
});

describe('a deleted memory that is put back', () => {
  const contents = ['tea, one', 'tea, two', 'tea, three'];

  it('comes back at its position, without another search', async () => {
    for (const content of contents) await save(content);
    await type('tea');
    const before = results.view.value!;
    const { id } = before.memories[1]!;
    await connection.client.memories.delete(id);
    await results.remove(id);
    expect(texts()).toHaveLength(2);
    const restored = await connection.client.memories.restore(id);
    connection.sent.length = 0;
    await results.putBack([restored], before);
    expect(texts()).toEqual(before.memories.map(({ content }) => content));
    expect(connection.sent).toEqual([]);
  });

  it('comes back at its position among the remaining memories, once only', async () => {
    for (const content of contents) await save(content);
    await type('tea');
    const before = results.view.value!;
    const [first, second, third] = before.memories;
    for (const { id } of [second!, first!]) await results.remove(id);
    await results.putBack([second!], before);
    expect(results.view.value?.memories.map(({ id }) => id)).toEqual([second!.id, third!.id]);
    await results.putBack([second!], before);
    expect(texts()).toHaveLength(2);
  });

  it('is shown in the list of another query only if that query finds it', async () => {
    for (const content of contents) await save(content);
    await type('tea');
    const before = results.view.value!;
    const gone = before.memories[0]!;
    await connection.client.memories.delete(gone.id);
    await results.remove(gone.id);
    await type('two');
    await connection.client.memories.restore(gone.id);
    await results.putBack([gone], before);
    expect(texts()).toEqual(['tea, two']);
  });
});

describe('a list under the pointer or with the focus', () => {
  beforeEach(async () => {
    await save('one');
    await results.ask();
    results.setTouched(true);
    await save('two');
  });

  it('stays unchanged until the user leaves the list, and then shows the pending answer', async () => {
    await results.ask();
    expect(texts()).toEqual(['one']);
    results.setTouched(false);
    expect(texts()).toEqual(['two', 'one']);
    expect(results.pending.value).toBeUndefined();
  });

  it('shows the pending answer on request', async () => {
    await results.ask();
    results.showPending();
    expect(texts()).toEqual(['two', 'one']);
    results.showPending();
    expect(texts()).toEqual(['two', 'one']);
  });

  it('changes at once after the user’s own action', async () => {
    await results.refresh();
    expect(texts()).toEqual(['two', 'one']);
  });

  it('changes at once when the user types', async () => {
    await results.ask();
    await type('two');
    expect(texts()).toEqual(['two']);
    expect(results.pending.value).toBeUndefined();
  });

  it('is filled if it was empty', async () => {
    const fresh = createResults(connection.client);
    fresh.setTouched(true);
    await fresh.ask();
    expect(fresh.view.value?.memories).toHaveLength(2);
  });

  it('applies later changes and deletions to the pending answer', async () => {
    await results.ask();
    const one = results.view.value!.memories[0]!;
    results.replace({ ...one, content: 'one, changed' });
    expect(texts()).toEqual(['one, changed']);
    results.setTouched(false);
    expect(texts()).toEqual(['two', 'one, changed']);
    results.setTouched(true);
    await results.ask();
    await results.remove(one.id);
    results.setTouched(false);
    expect(texts()).toEqual(['two']);
  });
});
