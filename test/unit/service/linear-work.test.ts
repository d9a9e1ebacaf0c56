import { beforeAll, describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { putFixtures } from '../../../scripts/hostile-fixtures.ts';
import { attacks, bodies, requestOf, texts, validRequests, type Attack } from '../../../scripts/hostile-requests.ts';
import { operationNames, operations, type OperationName } from '../../../src/v1/operations.ts';
import { schemas } from '../../../src/v1/schemas/operations.ts';
import { memoryRates } from '../../../src/store/rate-window.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { testService, type TestService } from '../../support/service.ts';
import { standInMeaning } from '../../support/stand-in-model.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { workMeter } from '../../support/work.ts';

const [small, large] = [2_000, 8_000];

/** The maximum growth of the work if a request grows fourfold. Above 4, since sorting isn't linear. */
const growth = 5;
const constantSteps = 50_000;

/** Matches a successful response that found nothing, or in which an item changed nothing. */
const noEffect = /"outcome":"(?:unchanged|kept|conflict|refused|changed|absent)"|"status":4|"memories":\[\]/;

describe('the work for a request', () => {
  const meter = workMeter();
  const fixtures = fixtureStore();
  let host: TestService;

  /** Sends a request to a store with exactly the fixtures. */
  async function send(name: OperationName, attack: Attack): Promise<Response> {
    fixtures.reset();
    // Without this, the rate limit would refuse most requests.
    host.clock.advance(60);
    const response = await host.service.fetch(requestOf(name, attack), { source: 'popup' });
    expect(response.status).not.toBe(429);
    return response;
  }

  /** Counts the steps of requests. `missed`: the number of requests with a valid path that got 404. */
  async function measured(name: OperationName, all: Attack[]): Promise<{ steps: number; missed: number }> {
    const [valid] = validRequests(name);
    let missed = 0;
    await fixtures.prepare(all.length);
    const steps = await meter.stepsOf(async () => {
      for (const attack of all) {
        const response = await send(name, attack);
        await response.text();
        if (attack.path === valid!.path && response.status === 404) missed++;
      }
    });
    return { steps, missed };
  }

  beforeAll(() => {
    host = testService(fixtures.store, { meaning: standInMeaning() });
  });

  it.each(Object.keys(bodies) as (keyof typeof bodies)[])(
    'is measured with variants of valid requests, which together have all fields: %s',
    (name) => {
      const { body } = schemas[name];
      for (const valid of bodies[name]) expect(body.safeParse(valid)).toMatchObject({ success: true });
      expect(new Set(bodies[name].flatMap((valid) => Object.keys(valid)))).toEqual(new Set(Object.keys(body.shape)));
    },
  );

  it.each(operationNames)('is measured with variants of requests that succeed: %s', async (name) => {
    for (const valid of validRequests(name)) {
      await fixtures.prepare(2);
      const response = await send(name, valid);
      const answer = await response.text();
      expect(response.status, answer).toBe(operations[name].status);
      expect(answer).not.toMatch(noEffect);
    }
  });

  it.each(ofTheDay(operationNames, 2))('grows no faster than the request: %s', async (name) => {
    const [few, many] = [attacks(name, small), attacks(name, large)];
    const tooExpensive: string[] = [];
    for (const what of few.keys()) {
      const { steps, missed } = await measured(name, few.get(what)!);
      const { steps: more, missed: moreMissed } = await measured(name, many.get(what)!);
      if (more > growth * steps + constantSteps) tooExpensive.push(`${what}: ${steps} steps, then ${more}`);
      expect(missed + moreMissed, `404 with ${what}`).toBe(0);
    }
    expect(tooExpensive).toEqual([]);
  });

  it.each<[string, (size: number) => unknown]>([
    ['normalises before it checks the length', (size) => texts['marks']!(size).normalize('NFC')],
    [
      'searches all parameters once per parameter',
      (size) => {
        const search = new URLSearchParams('p=1&'.repeat(size / 8));
        return Array.from(search.keys(), (key) => search.getAll(key));
      },
    ],
    ['encodes a host before it checks the length', (size) => URL.canParse(texts['an address']!(size))],
    [
      'compares every word with every other word',
      (size) => [...repeatedIn(Array.from({ length: size / 8 }, (_, index) => index.toString(36)))],
    ],
  ])('control: is found to grow faster if it %s', async (_, work) => {
    const [steps, more] = [await meter.stepsOf(async () => work(small)), await meter.stepsOf(async () => work(large))];
    expect(more).toBeGreaterThan(growth * steps + constantSteps);
  });
});

/** A store with the fixtures. `reset` switches to another store that was prepared with the fixtures. */
function fixtureStore() {
  const prepared: Store[] = [];
  const rates = memoryRates();
  let current: Store = inMemoryStore();
  let isChanged = true;
  return {
    store: {
      read: (...args) => current.read(...args),
      write: (...args) => {
        isChanged = true;
        return current.write(...args);
      },
      findToken: (id) => current.findToken(id),
      rates,
      close: async () => {},
    } satisfies Store,
    /** Prepares stores for this many resets. */
    async prepare(count: number) {
      while (prepared.length < count) {
        const store = inMemoryStore();
        await putFixtures(store);
        prepared.push(store);
      }
    },
    reset() {
      if (isChanged) current = prepared.pop()!;
      isChanged = false;
    },
  };
}

/** The words that occur twice in a list, found in quadratic time. */
function* repeatedIn(words: string[]): Generator<string> {
  for (const [index, word] of words.entries())
    if (words.some((other, otherIndex) => otherIndex < index && other === word)) yield word;
}
