import { afterEach, beforeEach, expect, test, vi } from 'vitest';

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

async function roundsFor(lane: 'all' | undefined, proof: { count: number; seconds: number }): Promise<number> {
  vi.stubEnv('COMMONPLACE_TESTS', lane);
  const { rounds } = await import('../../support/rounds.ts');
  return [...rounds('a proof', proof)].length;
}

test('npm run test:all counts rounds, whatever they take', async () => {
  expect(await roundsFor('all', { count: 20, seconds: 0 })).toBe(20);
  expect(printed).toEqual(['a proof: 20 of 20 rounds']);
});

test('npm test ends by the time, after one round at least, and prints how many there were', async () => {
  expect(await roundsFor(undefined, { count: 20, seconds: 0 })).toBe(1);
  expect(printed).toEqual(['a proof: 1 of 20 rounds']);
});

test('npm test goes no further than the whole proof', async () => {
  expect(await roundsFor(undefined, { count: 3, seconds: 60 })).toBe(3);
});
