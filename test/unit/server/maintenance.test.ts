import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerParts } from '../../../src/server/compose.ts';
import { startMaintenance } from '../../../src/server/maintenance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const dayMs = 86_400_000;

/** A server with the users Anna, Bert and Zoe, where maintaining Bert's memories fails. */
function parts() {
  const done: string[] = [];
  const work = async (name: string) => {
    done.push(name);
    if (name === 'bert') throw new Error('no');
  };
  const users = { all: async () => ['anna', 'bert', 'zoe'].map((name) => ({ name, createdAt: '' })) };
  const service = { maintain: work, forgetInactiveSenders: () => work('strangers') };
  return { done, users, parts: { users, service } as unknown as ServerParts };
}

test('maintenance that fails for a user is reported and retried the next day, and other users are maintained', async () => {
  const { done, parts: server } = parts();
  const reported: unknown[] = [];
  const maintenance = startMaintenance(server, (_, about) => reported.push(about));
  await vi.advanceTimersByTimeAsync(dayMs / 2);
  expect(done).toEqual(['strangers', 'anna', 'bert', 'zoe']);
  expect(reported).toEqual([{ owner: 'bert' }]);
  await vi.advanceTimersByTimeAsync(dayMs);
  expect(done).toHaveLength(8);
  await maintenance.end();
});

test('maintenance retries soon if the users can’t be listed', async () => {
  const { done, users, parts: server } = parts();
  const all = users.all;
  users.all = () => Promise.reject(new Error('gone'));
  const reported: unknown[] = [];
  const maintenance = startMaintenance(server, (error) => reported.push(error));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([done, reported]).toEqual([[], [new Error('gone')]]);
  users.all = all;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['strangers', 'anna', 'bert', 'zoe']);
  await maintenance.end();
});

test('when stopped, maintenance doesn’t go on to the next user', async () => {
  const { done, parts: server } = parts();
  const anna = Promise.withResolvers<boolean>();
  const { maintain } = server.service;
  server.service.maintain = (name) => (name === 'anna' ? anna.promise : maintain(name));
  const maintenance = startMaintenance(server, () => {});
  await vi.advanceTimersByTimeAsync(1);
  const ended = maintenance.end();
  anna.resolve(true);
  await ended;
  expect(done).toEqual(['strangers']);
});
