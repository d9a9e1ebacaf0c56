import { expect, test } from 'vitest';
import { fairTurns } from '../../../src/lib/turns.ts';

test('a task that throws before it returns a promise fails alone, and the next ones run', async () => {
  const inTurn = fairTurns(10);
  const { signal } = new AbortController();
  const fails = inTurn('anna', signal, () => {
    throw new Error('too early');
  });
  const follows = inTurn('ben', signal, async () => 'done');
  await expect(fails).rejects.toThrow('too early');
  expect(await follows).toBe('done');
});
