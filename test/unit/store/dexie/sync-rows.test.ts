import { IDBFactory, IDBKeyRange, IDBTransaction } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { randomFrom } from '../../../../scripts/random.ts';
import type { SyncItem, SyncWriter } from '../../../../src/service/ports/sync.ts';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { newItem } from '../../../../src/sync/rules.ts';
import { idOf, memory } from '../../../support/store-cases/rows.ts';

/** Reference implementation that keeps the items in a plain list. */
class ListedItems {
  #items: SyncItem[] = [];

  put(item: SyncItem): void {
    this.delete(item.id);
    this.#items = [...this.#items, item].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  delete(id: string): void {
    this.#items = this.#items.filter((item) => item.id !== id);
  }

  all = (matches: (item: SyncItem) => boolean) => this.#items.filter(matches);
}

const ids = ['mem_a', 'mem_b', 'mem_c', 'mem_d', 'mem_e', 'mem_f'];
const remotes = Array.from({ length: 9 }, (_, index) => `there_${index}`);
const prints = ['print_1', 'print_2'];

/**
 * Takes one random step: changes both the transaction and the list, loads rows, or checks that both return the same
 * items.
 */
async function step(writer: SyncWriter, list: ListedItems, random: () => number): Promise<void> {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
  const some = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.5);
  const [id, remote, print] = [one(ids), one(remotes), one(prints)];
  const isFound = (matches: (item: SyncItem) => boolean) => list.all(matches);
  const steps = [
    async () => {
      const item = {
        ...newItem(id),
        remote: one([null, ...remotes]),
        prints: random() < 0.3 ? [print] : [],
        due: one([0, 1] as const),
        attempts: Math.floor(random() * 100),
      };
      await writer.putItem(item);
      list.put(item);
    },
    async () => {
      await writer.deleteItem(id);
      list.delete(id);
    },
    async () => writer.load({ items: some(ids), remotes: some(remotes) }),
    async () => writer.load({ remotes }),
    async () => expect(await writer.item(id)).toEqual(isFound((item) => item.id === id)[0]),
    async () => expect(await writer.itemOfRemote(remote)).toEqual(isFound((item) => item.remote === remote)[0]),
    async () => expect(await writer.itemsByPrint(print)).toEqual(isFound((item) => item.prints.includes(print))),
    async () => expect(await writer.items(id, 9)).toEqual(isFound((item) => item.id > id)),
    async () => expect(await writer.dueItems(id, 9)).toEqual(isFound((item) => item.due === 1 && item.id > id)),
  ];
  await one(steps)();
}

function openStore() {
  const store = dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  return { store, sync: store.sync! };
}

describe('the rows of sync in one transaction', () => {
  test.each(Array.from({ length: 20 }, (_, index) => index))(
    'match a plain list after loads, changes and reads in any order (seed %i)',
    async (seed) => {
      const { store, sync } = openStore();
      const random = randomFrom(seed);
      const list = new ListedItems();
      for (let transaction = 0; transaction < 12; transaction++)
        await sync.write(async (writer) => {
          for (let count = 0; count < 12; count++) await step(writer, list, random);
        });
      expect(await sync.read((reader) => reader.items('', 99))).toEqual(list.all(() => true));
      await store.close();
    },
  );

  test('are not stored if the transaction fails', async () => {
    const { store, sync } = openStore();
    await sync.write((writer) => writer.putItem({ ...newItem('mem_a'), remote: 'there_1' }));
    const failing = sync.write(async (writer) => {
      await writer.deleteItem('mem_a');
      await writer.putItem(newItem('mem_b'));
      await writer.putMemory(memory(2));
      await writer.items('', 9);
      throw new Error('the round ends');
    });
    await expect(failing).rejects.toThrow('the round ends');
    await sync.read(async (reader) => {
      expect((await reader.items('', 9)).map(({ id }) => id)).toEqual(['mem_a']);
      expect(await reader.memory(idOf('mem', 2))).toBeUndefined();
    });
    await store.close();
  });

  test('include memories as last written, with seqs in the order of their last writes', async () => {
    const { store, sync } = openStore();
    const [first, second] = [idOf('mem', 1), idOf('mem', 2)];
    await sync.write(async (writer) => {
      await writer.load({ memories: [first, second] });
      await writer.putMemory(memory(1, { content: 'first' }));
      await writer.putMemory(memory(2, { content: 'second' }));
      await writer.putMemory(memory(1, { content: 'third' }));
      expect((await writer.memory(first))?.content).toBe('third');
      await writer.putMemory(memory(2, { content: 'fourth' }));
      await writer.load({ memories: [second] });
      expect((await writer.memory(second))?.content).toBe('fourth');
    });
    await sync.write(async (writer) => {
      await writer.putMemory(memory(1));
      await writer.putMemory(memory(2));
      await writer.putMemory(memory(1));
      expect((await writer.changes(0, 9)).map(({ row }) => row.id)).toEqual([second, first]);
    });
    await store.close();
  });

  test.each([0, 1, 2, 3, 5, 8])(
    'include a memory as last written, even if read %i microtasks after another read began to write buffered rows',
    async (count) => {
      const { store, sync } = openStore();
      const both = [1, 2] as const;
      const putBoth = async (writer: SyncWriter, content: string) => {
        for (const number of both) await writer.putMemory(memory(number, { content }));
      };
      await sync.write((writer) => putBoth(writer, 'old'));
      await sync.write(async (writer) => {
        await putBoth(writer, 'new');
        const readLater = async (id: string) => {
          for (let turn = 0; turn < count; turn++) await Promise.resolve();
          return writer.memory(id);
        };
        const read = await Promise.all([writer.memory(idOf('mem', 1)), readLater(idOf('mem', 2))]);
        expect(read.map((row) => row?.content)).toEqual(['new', 'new']);

        await putBoth(writer, 'newer');
        const [, first] = await Promise.all([
          writer.load({ memories: [idOf('mem', 1)] }),
          readLater(idOf('mem', 1)),
          writer.changes(0, 9),
        ]);
        expect([first?.content, (await writer.memory(idOf('mem', 1)))?.content]).toEqual(['newer', 'newer']);
      });
      await store.close();
    },
  );

  test('are loaded and read with at most two requests, even if there are 25 rows', async () => {
    const { store, sync } = openStore();
    const many = Array.from({ length: 25 }, (_, index) => `mem_${String(index).padStart(2, '0')}`);
    const remoteOf = (id: string) => `there_${id}`;
    await sync.write(async (writer) => {
      for (const id of many) await writer.putItem({ ...newItem(id), remote: remoteOf(id) });
    });
    const internals = IDBTransaction.prototype as unknown as { _execRequestAsync(of: object): IDBRequest };
    const requests = vi.spyOn(internals, '_execRequestAsync');
    await sync.read(async (reader) => {
      await reader.load({ items: many, remotes: many.map(remoteOf) });
      for (const id of many) expect((await reader.itemOfRemote(remoteOf(id)))?.id).toBe(id);
      for (const id of many) expect((await reader.item(id))?.id).toBe(id);
    });
    expect(requests).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
    await store.close();
  });
});
