import { expect, test } from 'vitest';
import { rememberedSearch } from '../../../src/extension/search-text.ts';

function session() {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key: string) => Object.fromEntries([...values].filter(([name]) => name === key)),
    set: async (more: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(more)) values.set(key, value);
    },
    remove: async (key: string) => void values.delete(key),
  };
}

const onPage = async () => 'https://example.org/a';

test('remembers a search for ten minutes', async () => {
  let now = 0;
  const storage = session();
  const { recallSearch, rememberSearch } = rememberedSearch(storage, () => now, onPage);
  expect(await recallSearch()).toBeUndefined();
  await rememberSearch('quiet hotel');
  now = 10 * 60_000 - 1;
  expect(await recallSearch()).toBe('quiet hotel');
  now += 1;
  expect(await recallSearch()).toBeUndefined();
  expect(storage.values.size).toBe(0);
});

test('forgets a search that is cleared', async () => {
  const storage = session();
  const { recallSearch, rememberSearch } = rememberedSearch(storage, undefined, onPage);
  await rememberSearch('quiet hotel');
  await rememberSearch(' ');
  expect([await recallSearch(), storage.values.size]).toEqual([undefined, 0]);
});

test('remembers a search only for the page that it was made on', async () => {
  const storage = session();
  const popupOn = (page: string) => rememberedSearch(storage, Date.now, async () => page);
  await popupOn('https://example.org/a').rememberSearch('quiet hotel');
  expect(await popupOn('https://example.org/b').recallSearch()).toBeUndefined();
  expect(await popupOn('https://example.org/a').recallSearch()).toBe('quiet hotel');
});
