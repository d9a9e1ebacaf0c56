import { describe, expect, test } from 'vitest';
import type { RateState, Store } from '../../../src/service/ports/store.ts';

const limit = { requests: 3, seconds: 60 };
/** A time in the middle of a minute, in Unix milliseconds. */
const now = Date.parse('2026-03-01T12:00:30.250Z');
const endOfWindow = Date.parse('2026-03-01T12:01:00.000Z');
const year = 365 * 24 * 3600 * 1000;

export function rateCases(make: () => Store): void {
  const takeAll = async (store: Store, moments: number[]): Promise<RateState[]> => {
    const states: RateState[] = [];
    for (const moment of moments) states.push(await store.rates.take([{ id: 'tok', rateLimit: limit }], moment));
    return states;
  };
  const allowed = (states: RateState[]) => states.map((state) => state.allowed);

  test('a rate window is aligned to its length, full at its limit, and starts again at its end', async () => {
    const states = await takeAll(make(), [now, now, now + 1, endOfWindow - 1, endOfWindow]);
    expect(states).toEqual([
      { allowed: true, limit: 3, remaining: 2, reset: endOfWindow / 1000 },
      { allowed: true, limit: 3, remaining: 1, reset: endOfWindow / 1000 },
      { allowed: true, limit: 3, remaining: 0, reset: endOfWindow / 1000 },
      { allowed: false, limit: 3, remaining: 0, reset: endOfWindow / 1000 },
      { allowed: true, limit: 3, remaining: 2, reset: endOfWindow / 1000 + 60 },
    ]);
  });

  test('each subject has its own window', async () => {
    const store = make();
    await takeAll(store, [now, now, now]);
    expect((await store.rates.take([{ id: 'other', rateLimit: limit }], now)).remaining).toBe(2);
  });

  test('concurrent requests are each counted', async () => {
    const store = make();
    const states = await Promise.all(
      Array.from({ length: 20 }, () => store.rates.take([{ id: 'tok', rateLimit: limit }], now)),
    );
    expect(states.filter((state) => state.allowed)).toHaveLength(3);
  });

  test('setting the clock back refills nothing', async () => {
    const states = await takeAll(make(), [now, now, now, now - 60_000, now - 3_600_000, now - year]);
    expect(allowed(states)).toEqual([true, true, true, false, false, false]);
  });

  test('a full window in the far future blocks requests only until the current window ends', async () => {
    const states = await takeAll(make(), [now + year, now + year, now + year, now, endOfWindow]);
    expect(allowed(states)).toEqual([true, true, true, false, true]);
    expect(states[3]?.reset).toBe(endOfWindow / 1000);
  });

  test('processes whose clocks differ count in the same window at the boundary', async () => {
    const states = await takeAll(
      make(),
      [0, -50, 1, -49, 2, -1, 50].map((offset) => endOfWindow + offset),
    );
    expect(allowed(states)).toEqual([true, true, true, false, false, false, false]);
    expect(states.map(({ reset }) => reset)).toEqual(states.map(() => endOfWindow / 1000 + 60));
  });

  test('a clock that is set back by more than a window blocks requests only until the current window ends', async () => {
    const later = now + 2 * 60_000;
    const states = await takeAll(make(), [later, later, later, now, endOfWindow]);
    expect(allowed(states)).toEqual([true, true, true, false, true]);
    expect(states[3]?.reset).toBe(endOfWindow / 1000);
  });

  test('the last use of every subject is recorded', async () => {
    const store = make();
    await takeAll(store, [now, now, now, now + 5]);
    await store.rates.take([{ id: 'other', rateLimit: limit }], now + 7);
    expect(await store.rates.lastUsed(['other', 'never', 'tok'])).toEqual(
      new Map([
        ['tok', now + 5],
        ['other', now + 7],
      ]),
    );
  });

  describe('for a token with a parent,', () => {
    const parent = { id: 'parent', rateLimit: { requests: 5, seconds: 3600 } };
    const withParent = (id: string) => [{ id, rateLimit: limit }, parent];
    const endOfHour = Date.parse('2026-03-01T13:00:00.000Z') / 1000;

    test('each request counts in both windows, and the window with fewer requests left is returned', async () => {
      const { rates } = make();
      const states = [
        await rates.take(withParent('one'), now),
        await rates.take([parent], now),
        await rates.take(withParent('two'), now),
        await rates.take(withParent('two'), now),
      ];
      expect(states).toEqual([
        { allowed: true, limit: 3, remaining: 2, reset: endOfWindow / 1000 },
        { allowed: true, limit: 5, remaining: 3, reset: endOfHour },
        { allowed: true, limit: 5, remaining: 2, reset: endOfHour },
        { allowed: true, limit: 5, remaining: 1, reset: endOfHour },
      ]);
    });

    test('a request refused by one window counts in neither', async () => {
      const { rates } = make();
      const take = (id: string, at = now) => rates.take(withParent(id), at);
      for (let count = 0; count < 3; count++) await take('one');
      expect(await take('one')).toEqual({ allowed: false, limit: 3, remaining: 0, reset: endOfWindow / 1000 });
      expect((await rates.take([parent], now)).remaining).toBe(1);
      expect((await take('two')).remaining).toBe(0);
      expect(await take('two')).toEqual({ allowed: false, limit: 5, remaining: 0, reset: endOfHour });
      expect((await rates.take([{ id: 'two', rateLimit: limit }], now)).remaining).toBe(1);
    });

    test('processes whose clocks differ count in the same two windows at the boundary', async () => {
      const { rates } = make();
      const states: RateState[] = [];
      for (const offset of [0, -50, 1, -49, 2, -1])
        states.push(await rates.take(withParent('one'), endOfHour * 1000 + offset));
      expect(allowed(states)).toEqual([true, true, true, false, false, false]);
      expect((await rates.take([parent], endOfHour * 1000 - 1)).remaining).toBe(1);
      expect((await rates.take([parent], endOfHour * 1000)).remaining).toBe(0);
    });

    test('concurrent requests of four children are each counted in the parent’s window', async () => {
      const { rates } = make();
      const states = await Promise.all(
        Array.from({ length: 24 }, (_, number) => rates.take(withParent(`child ${number % 4}`), now)),
      );
      expect(states.filter((state) => state.allowed)).toHaveLength(5);
    });

    test('concurrent first requests of several windows don’t deadlock', async () => {
      const { rates } = make();
      for (let round = 0; round < 20; round++) {
        const ownParent = { ...parent, id: `parent ${round}` };
        const take = (child: number) =>
          rates.take([{ id: `child ${round} ${child}`, rateLimit: limit }, ownParent], now);
        const states = await Promise.all(Array.from({ length: 10 }, (_, number) => take(number % 5)));
        expect(states.filter((state) => state.allowed)).toHaveLength(5);
      }
    });

    test('a request updates the last use of its token, not that of the parent', async () => {
      const { rates } = make();
      await rates.take(withParent('one'), now);
      expect(await rates.lastUsed(['one', 'parent'])).toEqual(new Map([['one', now]]));
    });

    test('full windows of child and parent accept requests again at the returned reset time', async () => {
      const { rates } = make();
      for (let count = 0; count < 2; count++) await rates.take([parent], now);
      for (let count = 0; count < 3; count++) await rates.take(withParent('one'), now);
      const { allowed: wasAllowed, reset } = await rates.take(withParent('one'), now);
      expect([wasAllowed, reset]).toEqual([false, endOfHour]);
      expect((await rates.take(withParent('one'), reset * 1000)).allowed).toBe(true);
    });
  });

  test('a last use in the future is replaced by the next use', async () => {
    const store = make();
    await takeAll(store, [now + year, now]);
    expect(await store.rates.lastUsed(['tok'])).toEqual(new Map([['tok', now]]));
  });

  test('deletes old subjects of one kind and no others', async () => {
    const { rates } = make();
    for (const subject of ['guest:a', 'guest:b', 'tok_a']) await rates.take([{ id: subject, rateLimit: limit }], now);
    await rates.take([{ id: 'guest:b', rateLimit: limit }], now + 1);
    await rates.forget('guest:', now + 1);
    expect([...(await rates.lastUsed(['guest:a', 'guest:b', 'tok_a'])).keys()].sort()).toEqual(['guest:b', 'tok_a']);
  });
}
