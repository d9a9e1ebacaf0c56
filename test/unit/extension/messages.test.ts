import { expect, test, vi } from 'vitest';
import { messageListener } from '../../../src/extension/messages.ts';

const own = { id: 'own-id' };
const handlers = {
  undo: async ({ id }: Record<string, unknown>) => `undone ${String(id)}`,
  broken: async () => {
    throw new Error('no');
  },
};

/** What a message is answered; `unheard` where the listener leaves it to others. */
async function answerTo(message: unknown, sender: { id?: string }): Promise<unknown> {
  const reply = vi.fn<(answer: unknown) => void>();
  if (!messageListener(handlers, own.id)(message, sender, reply)) return 'unheard';
  await vi.waitFor(() => expect(reply).toHaveBeenCalledTimes(1));
  return reply.mock.lastCall?.[0];
}

test('a message is answered by its handler', async () => {
  expect(await answerTo({ kind: 'undo', id: 'mem_1' }, own)).toBe('undone mem_1');
});

test('a handler that fails leaves nobody waiting', async () => {
  expect(await answerTo({ kind: 'broken' }, own)).toBeUndefined();
});

test.each([{ id: 'another-extension' }, {}])('a stranger is not heard: %j', async (sender) => {
  expect(await answerTo({ kind: 'undo', id: 'mem_1' }, sender)).toBe('unheard');
});

test.each([undefined, null, 'undo', 7, {}, { kind: 'toString' }, { kind: '__proto__' }, { kind: ['undo'] }, { kind: 'other' }])('no message of ours: %j', async (message) => {
  expect(await answerTo(message, own)).toBe('unheard');
});
