import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import type { Memory } from '../../../../src/v1/schemas/memory.ts';
import { holdResponses, connectToService, stopTime, type TestConnection, type RequestHandler } from '../connection.ts';
import { meaning, near } from '../answer-by-meaning.ts';

let connection: TestConnection;
let results: Results;
let saved: Record<'hotel' | 'room' | 'list', Memory>;

beforeEach(async () => {
  stopTime();
  connection = connectToService();
  results = createResults(connection.client);
  const save = (content: string) => connection.client.memories.create({ content });
  saved = {
    list: await save('Hotel list, quiet ones first'),
    hotel: await save('The quiet hotel by the harbour'),
    room: await save('Room twelve, ask for the back'),
  };
});

afterEach(() => {
  vi.useRealTimers();
});

const names = () =>
  results.view.value?.memories.map(({ id }) => Object.entries(saved).find(([, memory]) => memory.id === id)![0]);
const inOrder = (...order: (keyof typeof saved)[]) =>
  meaning(() => order.map((name, index) => near(saved[name], 0.9 - index / 10)));

/** Types and waits for the keyword answer; the hybrid answer waits for `release`. */
async function type(text: string, handler: RequestHandler): Promise<{ release(): Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  connection.handleWith(async (request, pass) => {
    if (request.body?.includes('"hybrid"')) await gate.promise;
    return handler(request, pass);
  });
  results.type(text);
  vi.advanceTimersByTime(60);
  await connection.untilIdle(1);
  return {
    async release() {
      gate.resolve();
      await connection.untilIdle();
    },
  };
}

describe('a search', () => {
  it('shows keyword results at once, and the better answer when it arrives', async () => {
    const { release } = await type('quiet hotel', inOrder('room', 'hotel', 'list'));
    expect([names(), results.view.value?.mode]).toEqual([['hotel', 'list'], 'looking']);
    await release();
    expect([names(), results.view.value?.mode]).toEqual([['room', 'hotel', 'list'], 'hybrid']);
    expect(results.pending.value).toBeUndefined();
  });

  it('asks for the better answer before it shows keyword results', async () => {
    const modes: unknown[] = [];
    const modesSoFar = () => connection.sent.map(({ body }) => JSON.parse(body ?? '{}').mode).filter(Boolean);
    results.view.subscribe((view) => view?.mode === 'looking' && modes.push(modesSoFar()));
    const { release } = await type('quiet hotel', inOrder('hotel', 'list'));
    expect(modes).toEqual([['keyword', 'hybrid']]);
    await release();
  });

  it('keeps a pinned row in place until the user leaves the list', async () => {
    results.setPinned(() => [saved.hotel.id]);
    const { release } = await type('quiet hotel', inOrder('room', 'list', 'hotel'));
    results.setTouched(true);
    await release();
    expect(names()).toEqual(['hotel', 'room', 'list']);
    results.setTouched(false);
    expect(names()).toEqual(['room', 'list', 'hotel']);
  });

  it('keeps a new order pending only if a pinned row would move', async () => {
    results.setPinned(() => [saved.hotel.id]);
    const offering = await type('quiet hotel', inOrder('room', 'list', 'hotel'));
    await offering.release();
    expect(results.pending.value).toBeDefined();
    results.showPending();
    expect(names()).toEqual(['room', 'list', 'hotel']);
    const silent = await type('quiet hotel ', inOrder('hotel', 'room', 'list'));
    await silent.release();
    expect([names(), results.pending.value]).toEqual([['hotel', 'room', 'list'], undefined]);
  });

  it('does not empty the list while search by meaning runs', async () => {
    results.type('');
    await connection.untilIdle();
    const { release } = await type('zeppelin', inOrder('room'));
    expect(names()).toEqual(['room', 'hotel', 'list']);
    await release();
    expect([names(), results.view.value?.query]).toEqual([['room'], 'zeppelin']);
  });

  it('ignores a better answer to an outdated query', async () => {
    const { release } = await type('quiet hotel', inOrder('room'));
    results.type('quiet');
    await release();
    expect(names()).toEqual(['hotel', 'list']);
  });

  it('keeps the keyword results if search by meaning fails', async () => {
    const { release } = await type('quiet hotel', async (request, pass) => {
      if (request.body?.includes('"hybrid"')) throw new Error('the model is gone');
      return pass();
    });
    await release();
    expect([names(), results.view.value?.mode]).toEqual([['hotel', 'list'], 'keyword']);
  });

  it('requests only the hybrid answer on a refresh after a complete search', async () => {
    const { release } = await type('quiet hotel', inOrder('room', 'hotel'));
    await release();
    connection.sent.length = 0;
    await results.refresh();
    expect(connection.sent.map(({ body }) => JSON.parse(body!).mode)).toEqual(['hybrid']);
    expect(names()).toEqual(['room', 'hotel']);
  });

  it('keeps pinned rows in place if the search is repeated automatically', async () => {
    const { release } = await type('quiet hotel', inOrder('hotel', 'list'));
    await release();
    results.setPinned(() => [saved.hotel.id]);
    connection.handleWith(inOrder('room', 'list', 'hotel'));
    await results.ask();
    expect(names()).toEqual(['hotel', 'room', 'list']);
    await results.refresh();
    expect(names()).toEqual(['room', 'list', 'hotel']);
  });
});

describe('similar memories', () => {
  const likes: RequestHandler = meaning(({ like }) =>
    like !== undefined && 'memoryId' in like && like.memoryId === saved.room.id
      ? [near(saved.hotel, 0.8)]
      : [near(saved.room, 0.7)],
  );

  beforeEach(async () => {
    await results.ask();
    connection.handleWith(likes);
  });

  it('replace the list, and Back returns to the former list', async () => {
    await results.findSimilar({ memory: saved.room });
    expect([names(), results.view.value?.near]).toEqual([['hotel'], { memory: saved.room }]);
    await results.back();
    expect([names(), results.view.value?.near, results.backStack.value]).toEqual([
      ['room', 'hotel', 'list'],
      undefined,
      [],
    ]);
  });

  it('can be searched for repeatedly, and Back returns step by step', async () => {
    await results.findSimilar({ memory: saved.room });
    await results.findSimilar({ memory: saved.hotel });
    expect(names()).toEqual(['room']);
    await results.back();
    expect(names()).toEqual(['hotel']);
    await results.back();
    expect(names()).toEqual(['room', 'hotel', 'list']);
    await results.back();
    expect(names()).toEqual(['room', 'hotel', 'list']);
  });

  it('are skipped by Back if their list never loaded', async () => {
    const answers = holdResponses();
    connection.handleWith(answers.handler);
    const first = results.findSimilar({ memory: saved.room });
    connection.handleWith(likes);
    await results.findSimilar({ memory: saved.hotel });
    answers.release(0);
    await first;
    expect(names()).toEqual(['room']);
    await results.back();
    expect(names()).toEqual(['room', 'hotel', 'list']);
  });

  it('end when the user types, and Back has nothing to return to', async () => {
    await results.findSimilar({ memory: saved.room });
    results.type('');
    await connection.untilIdle();
    expect([names(), results.backStack.value, results.near.value]).toEqual([['room', 'hotel', 'list'], [], undefined]);
  });

  it('can be left with Back, and the former list shows deletions and restores made meanwhile', async () => {
    await results.findSimilar({ memory: saved.room });
    await connection.client.memories.delete(saved.list.id);
    await results.remove(saved.list.id);
    await results.back();
    expect(names()).toEqual(['room', 'hotel']);
    await results.findSimilar({ memory: saved.room });
    await connection.client.memories.restore(saved.list.id);
    await results.refresh();
    expect(names()).toEqual(['hotel']);
    await results.back();
    expect(names()).toEqual(['room', 'hotel', 'list']);
  });

  it('report a missing model, and Back still works', async () => {
    connection.handleWith((_, pass) => pass());
    await results.findSimilar({ memory: saved.room });
    expect(results.shown.value).toMatchObject({ near: { memory: saved.room }, failure: { code: 'unavailable' } });
    await results.back();
    expect(names()).toEqual(['room', 'hotel', 'list']);
  });

  it('can be searched for by the text of a page', async () => {
    await results.findSimilar({ page: 'A page about rooms' });
    expect(JSON.parse(connection.sent.at(-1)?.body ?? '')).toMatchObject({ like: { text: 'A page about rooms' } });
    expect(names()).toEqual(['room']);
  });
});
