import { describe, expect, test } from 'vitest';
import { collectionThere, nameCollection, namesThere, runRounds, saveInto } from '../../support/sync-collections.ts';
import { syncDevice, writeElsewhere, type SyncDevice } from '../../support/sync-device.ts';

/** A device that syncs only Work, and the ids of the server's collections Work and Home. */
async function withChosenWork() {
  const one = syncDevice('extended');
  const [work, home] = ['Work', 'Home'].map((name) => writeElsewhere(one, 'POST', '/collections', { name }).id);
  await nameCollection(one, 'col_work', 'Work');
  await nameCollection(one, 'col_private', 'Private');
  one.disk.state.set('link', { ...one.link(), collections: ['col_work'] });
  return { one, work: work!, home: home! };
}

/** The name of each memory’s collection on this device, sorted; `none` for a memory in none. */
const collectionsHere = ({ disk }: SyncDevice) =>
  [...disk.memories.values()]
    .map(({ collection }) => disk.collections.get(collection ?? '')?.name ?? 'none')
    .toSorted();

describe('a memory here that isn’t in a collection chosen for sync', () => {
  test('doesn’t move an equal memory on the server out of a chosen collection', async () => {
    const { one, work } = await withChosenWork();
    await saveInto(one, 'same', 'col_private');
    writeElsewhere(one, 'POST', '/memories', { content: 'same', collection: work });
    await runRounds(2, one);
    expect(collectionThere(one, 'same')).toBe('Work');
    expect(namesThere(one)).toEqual(['Home', 'Work']);
    expect(collectionsHere(one)).toEqual(['Private', 'Work']);
  });

  test('isn’t moved into a chosen collection, even if that collection has an equal memory on the server', async () => {
    const { one, work } = await withChosenWork();
    const id = await one.save('same');
    writeElsewhere(one, 'POST', '/memories', { content: 'same', collection: work, url: 'https://example.test/' });
    await runRounds(2, one);
    expect(one.disk.memories.get(id)).toMatchObject({ collection: null, url: null });
    expect(collectionsHere(one)).toEqual(['Work', 'none']);
  });
});

test('a memory on the server isn’t moved into a collection chosen for sync, even if that collection has an equal memory here', async () => {
  const { one, home } = await withChosenWork();
  await saveInto(one, 'same', 'col_work');
  writeElsewhere(one, 'POST', '/memories', { content: 'same', collection: home });
  await runRounds(2, one);
  expect(one.server.liveMemories().map(({ collection }) => collection)).toEqual(['Home', 'Work']);
});
