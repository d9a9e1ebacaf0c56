import { expect, test, vi } from 'vitest';
import { messageListener } from '../../../src/extension/messages.ts';

const own = { id: 'own-id', address: 'chrome-extension://own-id/' };
const script = { id: own.id, url: 'https://page.example/' };
const page = { id: own.id, url: 'chrome-extension://own-id/popup.html' };

const tables = {
  inPages: {
    undo: async ({ id }: Record<string, unknown>) => `undone ${String(id)}`,
    broken: async () => {
      throw new Error('no');
    },
  },
  ownPages: { list: async () => ['a text'] },
};

/** The reply to a message; `ignored` if the listener leaves the message to other listeners. */
async function replyTo(message: unknown, sender: { id?: string; url?: string }): Promise<unknown> {
  const reply = vi.fn<(answer: unknown) => void>();
  if (!messageListener(tables, own)(message, sender, reply)) return 'ignored';
  await vi.waitFor(() => expect(reply).toHaveBeenCalledTimes(1));
  return reply.mock.lastCall?.[0];
}

test('passes a message to its handler', async () => {
  expect(await replyTo({ kind: 'undo', id: 'mem_1' }, script)).toBe('undone mem_1');
  expect(await replyTo({ kind: 'undo', id: 'mem_1' }, page)).toBe('undone mem_1');
  expect(await replyTo({ kind: 'list' }, page)).toEqual(['a text']);
});

test.each([script, { id: own.id }, { id: own.id, url: 'https://page.example/chrome-extension://own-id/' }])(
  'ignores a message that only the extension’s own pages may send, if its sender is %j',
  async (sender) => {
    expect(await replyTo({ kind: 'list' }, sender)).toBe('ignored');
  },
);

test('replies even if the handler fails', async () => {
  expect(await replyTo({ kind: 'broken' }, script)).toBeUndefined();
});

test.each([{ id: 'another-extension', url: 'chrome-extension://own-id/popup.html' }, { id: 'another-extension' }, {}])(
  'ignores another sender: %j',
  async (sender) => {
    expect(await replyTo({ kind: 'undo', id: 'mem_1' }, sender)).toBe('ignored');
  },
);

test.each([
  undefined,
  null,
  'undo',
  7,
  {},
  { kind: 'toString' },
  { kind: '__proto__' },
  { kind: ['undo'] },
  { kind: 'other' },
])('ignores an unknown message: %j', async (message) => {
  expect(await replyTo(message, page)).toBe('ignored');
});
