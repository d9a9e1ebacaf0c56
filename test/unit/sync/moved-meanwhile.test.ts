import { expect, test } from 'vitest';
import { synced } from '../../support/sync-device.ts';
import {
  collectionThere,
  moveMemory,
  nameCollection,
  namesThere,
  runRounds,
  saveInto,
} from '../../support/sync-collections.ts';
import { ExtendedServer } from '../../simulation/extended-server.ts';

/** A synced device with two collections that the server lacks. `hasBatch`: whether the server takes batches. */
async function withNewCollections(hasBatch: boolean) {
  const one = await synced('extended', 0);
  one.server = new ExtendedServer(() => one.now, { hasBatch });
  const known = await one.save('known');
  await runRounds(2, one);
  await nameCollection(one, 'col_1', 'First');
  await nameCollection(one, 'col_2', 'Second');
  return { one, known };
}

type Device = Awaited<ReturnType<typeof withNewCollections>>['one'];

/** Calls `change` while the server creates the first collection. The result tells whether `change` was called. */
function whileFirstIsCreated(one: Device, change: () => Promise<void>): () => boolean {
  let isDone = false;
  one.answer = ({ method, path }, carryOut) => {
    if (!isDone && method === 'POST' && path === '/collections') {
      isDone = true;
      void change();
    }
    return carryOut();
  };
  return () => isDone;
}

const due = (one: Device) => [...one.disk.items.values()].filter((item) => item.due === 1 || item.refusal !== null);

/**
 * Which memory's write is planned first, and the texts of both memories in the order of their writes. If the moved
 * memory is first, its write is already in a batch, or already sent, when the collection is created.
 */
const orders = [
  ['the moved memory', ['moved', 'into First']],
  ['the other memory', ['into First', 'moved']],
] as const;

test.each(orders.flatMap(([first, texts]) => [true, false].map((hasBatch) => ({ first, texts, hasBatch }))))(
  'a new memory moved while a collection is created ends up in its new collection ($first first, batches: $hasBatch)',
  async ({ texts, hasBatch }) => {
    const { one } = await withNewCollections(hasBatch);
    const ids: Record<string, string> = {};
    for (const text of texts) ids[text] = await one.save(text);
    await moveMemory(one, ids['into First']!, 'col_1');
    const isDone = whileFirstIsCreated(one, () => moveMemory(one, ids['moved']!, 'col_2'));
    await runRounds(3, one);
    expect(isDone()).toBe(true);
    expect([collectionThere(one, 'moved'), collectionThere(one, 'into First')]).toEqual(['Second', 'First']);
    expect(due(one)).toEqual([]);
  },
);

test.each([true, false])(
  'an edited memory that is moved while a collection is created is moved on the server, too (batches: %s)',
  async (hasBatch) => {
    const { one, known } = await withNewCollections(hasBatch);
    await one.edit(known, { content: 'edited' });
    await saveInto(one, 'into First', 'col_1');
    const isDone = whileFirstIsCreated(one, () => moveMemory(one, known, 'col_2'));
    await runRounds(3, one);
    expect(isDone()).toBe(true);
    expect(collectionThere(one, 'edited')).toBe('Second');
    expect(due(one)).toEqual([]);
  },
);

test.each([true, false])(
  'a memory that is moved and whose edit is undone while a collection is created is moved on the server (batches: %s)',
  async (hasBatch) => {
    const { one, known } = await withNewCollections(hasBatch);
    await one.edit(known, { tags: ['tag'] });
    await saveInto(one, 'into First', 'col_1');
    const isDone = whileFirstIsCreated(one, async () => {
      await one.edit(known, { tags: [] });
      await moveMemory(one, known, 'col_2');
    });
    await runRounds(3, one);
    expect(isDone()).toBe(true);
    expect(collectionThere(one, 'known')).toBe('Second');
    expect(due(one)).toEqual([]);
    expect(namesThere(one)).toEqual(['First', 'Second']);
  },
);

test.each([true, false])(
  'a memory that is moved again while its own collection is created is sent in the later collection (batches: %s)',
  async (hasBatch) => {
    const { one, known } = await withNewCollections(hasBatch);
    const fresh = await one.save('fresh');
    for (const id of [known, fresh]) await moveMemory(one, id, 'col_1');
    const isDone = whileFirstIsCreated(one, async () => {
      for (const id of [known, fresh]) await moveMemory(one, id, 'col_2');
    });
    await runRounds(3, one);
    expect(isDone()).toBe(true);
    expect([collectionThere(one, 'known'), collectionThere(one, 'fresh')]).toEqual(['Second', 'Second']);
    expect(due(one)).toEqual([]);
  },
);
