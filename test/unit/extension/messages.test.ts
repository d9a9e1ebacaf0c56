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

/** What a message is answered; `unheard` where the listener leaves it to others. */
async function answerTo(message: unknown, sender: { id?: string; url?: string }): Promise<unknown> {
  const reply = vi.fn<(answer: unknown) => void>();
  if (!messageListener(tables, own)(message, sender, reply)) return 'unheard';
  await vi.waitFor(() => expect(reply).toHaveBeenCalledTimes(1));
  return reply.mock.lastCall?.[0];
}

test('a message is answered by its handler', async () => {
  expect(await answerTo({ kind: 'undo', id: 'mem_1' }, script)).toBe('undone mem_1');
  expect(await answerTo({ kind: 'undo', id: 'mem_1' }, page)).toBe('undone mem_1');
  expect(await answerTo({ kind: 'list' }, page)).toEqual(['a text']);
});

test.each([script, { id: own.id }, { id: own.id, url: 'https://page.example/chrome-extension://own-id/' }])(
  'what is for own pages is not for others: %j',
  async (sender) => {
    expect(await answerTo({ kind: 'list' }, sender)).toBe('unheard');
  },
);

test('a handler that fails leaves nobody waiting', async () => {
  expect(await answerTo({ kind: 'broken' }, script)).toBeUndefined();
});

test.each([{ id: 'another-extension', url: 'chrome-extension://own-id/popup.html' }, { id: 'another-extension' }, {}])(
  'a stranger is not heard: %j',
  async (sender) => {
    expect(await answerTo({ kind: 'undo', id: 'mem_1' }, sender)).toBe('unheard');
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
])('no message of ours: %j', async (message) => {
  expect(await answerTo(message, page)).toBe('unheard');
});
