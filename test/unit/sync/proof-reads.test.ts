import { expect, test } from 'vitest';
import { runRound } from '../../../src/sync/round.ts';
import { synced, type SyncDevice } from '../../support/sync-device.ts';

/** The largest page that one transaction may read. */
const mostPerRead = 500;

/**
 * Runs a round that compares both sides. Calls `between` after each transaction that reads items. `most`: the largest
 * number of items that a transaction read.
 */
async function mostRowsReadAtOnce(one: SyncDevice, between: () => Promise<void> = async () => {}) {
  const parts = one.parts();
  let most = 0;
  const { verification } = await runRound(
    {
      ...parts,
      store: {
        ...parts.store,
        async read(work) {
          let rows = 0;
          const result = await parts.store.read((reader) => {
            const items = reader.items.bind(reader);
            const counted: typeof items = async (after, limit) => {
              const page = await items(after, limit);
              rows += page.length;
              return page;
            };
            return work(Object.assign(reader, { items: counted }));
          });
          if (rows > 0) await between();
          most = Math.max(most, rows);
          return result;
        },
      },
    },
    { verifies: true },
  );
  return { most, verification };
}

test.each(['plain', 'extended'] as const)(
  'a comparison of many memories reads them in several transactions (%s server)',
  async (kind) => {
    const one = await synced(kind, 1_100);
    const { most, verification } = await mostRowsReadAtOnce(one);
    expect(verification).toMatchObject({ same: true, count: 1_100 });
    expect(most).toBe(mostPerRead);
  },
);

test.each(['plain', 'extended'] as const)(
  'a comparison has no result if a memory is edited between its transactions (%s server)',
  async (kind) => {
    const one = await synced(kind, 1_100);
    const last = [...one.disk.memories.keys()].toSorted().at(-1)!;
    let isEdited = false;
    const { verification } = await mostRowsReadAtOnce(one, async () => {
      if (isEdited) return;
      isEdited = true;
      await one.edit(last, { content: 'edited meanwhile' });
    });
    expect(isEdited).toBe(true);
    expect(verification).toBeNull();
  },
);
