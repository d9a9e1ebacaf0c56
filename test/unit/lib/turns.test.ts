import { expect, test } from 'vitest';
import { fairTurns, TooManyWaiting } from '../../../src/lib/turns.ts';

test('if a task throws before it returns a promise, only this task fails, and the next task runs', async () => {
  const inTurn = fairTurns(10);
  const { signal } = new AbortController();
  const fails = inTurn({ owner: 'anna', id: '1' }, signal, () => {
    throw new Error('too early');
  });
  const follows = inTurn({ owner: 'ben', id: '2' }, signal, async () => 'done');
  await expect(fails).rejects.toThrow('too early');
  expect(await follows).toBe('done');
});

test('if a task has lost its place in the queue, aborting its signal ends no other task', async () => {
  const inTurn = fairTurns(2);
  const { signal } = new AbortController();
  const late = new AbortController();
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const send = (id: string, what: string, until = signal) =>
    inTurn({ owner: 'anna', id }, until, async () => {
      await gate.promise;
      done.push(what);
    });
  const kept = [send('page', 'running'), send('page', 'waiting')];
  const replaced = send('page', 'replaced', late.signal);
  kept.push(send('popup', 'own'));
  await expect(replaced).rejects.toThrow(TooManyWaiting);
  late.abort();
  gate.resolve();
  await kept.at(-1);
  expect(done).toEqual(['running', 'waiting', 'own']);
});
