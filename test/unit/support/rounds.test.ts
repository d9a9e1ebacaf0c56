import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LongProof } from '../../support/rounds.ts';

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.resetModules();
  vi.stubEnv('COMMONPLACE_FIGURES', undefined);
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function roundsFor(lane: 'all' | undefined, proof: LongProof): Promise<number> {
  vi.stubEnv('COMMONPLACE_TESTS', lane);
  const { rounds } = await import('../../support/rounds.ts');
  return [...rounds('a proof', proof)].length;
}

test('npm run test:all runs all rounds of a proof without `secondsInAll`, however long they take', async () => {
  expect(await roundsFor('all', { count: 20, seconds: 0 })).toBe(20);
  expect(printed).toEqual(['a proof: 20 of 20 rounds']);
});

test('npm run test:all stops a proof after its `secondsInAll`, but runs at least one round', async () => {
  expect(await roundsFor('all', { count: 20, seconds: 60, secondsInAll: 0 })).toBe(1);
});

test('npm test stops a proof after its `seconds`, but runs at least one round, and prints the number of rounds', async () => {
  expect(await roundsFor(undefined, { count: 20, seconds: 0 })).toBe(1);
  expect(printed).toEqual(['a proof: 1 of 20 rounds']);
});

test('npm test stops a proof after its last round, even if time is left', async () => {
  expect(await roundsFor(undefined, { count: 3, seconds: 60 })).toBe(3);
});

test('npm test runs different cases each day, npm run test:all runs all; two variants take turns by day', async () => {
  const items = ['a', 'b', 'c', 'd'];
  const casesOn = async (seed: string, lane?: 'all') => {
    vi.resetModules();
    vi.stubEnv('COMMONPLACE_TESTS', lane);
    vi.stubEnv('COMMONPLACE_SEED', seed);
    const { everySecondDay, ofTheDay } = await import('../../support/rounds.ts');
    return [ofTheDay(items, 2).join(''), ofTheDay(items).join(''), everySecondDay('even', 5), everySecondDay('odd', 5)];
  };
  expect([await casesOn('6'), await casesOn('7'), await casesOn('6', 'all')]).toEqual([
    ['ac', 'c', 5, 0],
    ['bd', 'd', 0, 5],
    ['abcd', 'abcd', 5, 0],
  ]);
});

test('a step that would leave out the same cases every day is refused', async () => {
  const { ofTheDay } = await import('../../support/rounds.ts');
  expect(() => ofTheDay(['a', 'b', 'c', 'd', 'e'])).toThrow('With a step of 5, some items would never run');
  expect(() => ofTheDay(['a'], 20)).toThrow('With a step of 20, some items would never run');
});
