import { expect, test } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import type { MemoryRow } from '../../../src/service/ports/rows.ts';
import type { Store, StoreReader } from '../../../src/service/ports/store.ts';
import { testService } from '../../support/service.ts';

/** A store that counts its read transactions, and how often a listed content is accessed during a transaction. */
function watchedStore(): Store & { counts: { transactions: number; readings: number } } {
  const store = inMemoryStore();
  const counts = { transactions: 0, readings: 0 };
  const read: Store['read'] = async (owner, work) => {
    counts.transactions++;
    let isOpen = true;
    const watched = ({ content, ...row }: MemoryRow): MemoryRow => ({
      ...row,
      get content() {
        if (isOpen) counts.readings++;
        return content;
      },
    });
    const listOf =
      (reader: StoreReader): StoreReader['listMemories'] =>
      async (query) =>
        (await reader.listMemories(query)).map(watched);
    try {
      return await store.read(owner, (reader) =>
        work(
          new Proxy(reader, {
            get: (target, name) => {
              if (name === 'listMemories') return listOf(target);
              const member: unknown = Reflect.get(target, name);
              return typeof member === 'function' ? member.bind(target) : member;
            },
          }),
        ),
      );
    } finally {
      isOpen = false;
    }
  };
  return { ...store, read, counts };
}

test('a listing examines texts only outside its transactions, and reads more memories in further transactions', async () => {
  const store = watchedStore();
  const { send, clock } = testService(store);
  const count = 250;
  for (let number = 0; number < count; number++) {
    clock.advance(1);
    const content = number % 100 === 0 ? `garden ${number}` : `quiet hotel ${number}`;
    expect((await send('POST', '/memories', { content })).status).toBe(201);
  }
  const contentsOf = async (query: string): Promise<string[]> => {
    Object.assign(store.counts, { transactions: 0, readings: 0 });
    const { body } = await send('GET', `/memories?${query}`);
    expect(store.counts.readings).toBe(0);
    return body.memories.map(({ content }: { content: string }) => content);
  };
  await contentsOf('limit=1');
  const onePage = store.counts.transactions;
  expect(await contentsOf('not=hotel')).toEqual(['garden 200', 'garden 100', 'garden 0']);
  expect(store.counts.transactions).toBeGreaterThan(onePage);
  expect(await contentsOf('not=hotel&limit=2')).toEqual(['garden 200', 'garden 100']);
  expect(await contentsOf('phrases=hotel 2&phrases=quiet')).toEqual(['quiet hotel 2']);
  expect(await contentsOf('not=garden&limit=3')).toHaveLength(3);
});
