import { chmodSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { compose, type ServerParts } from '../../../src/server/compose.ts';
import type { DataLocation } from '../../../src/server/config.ts';
import { examinations } from '../../../src/server/doctor/examinations.ts';
import { newMigratedDatabase } from '../../support/postgres/database.ts';
import { dataFolderForTest } from '../../support/server/for-test.ts';

async function partsAt(place: DataLocation): Promise<ServerParts> {
  const parts = await compose(place);
  onTestFinished(() => parts.close());
  await parts.users.add('anna', Date.now());
  await parts.store.write('anna', async (writer) => {
    await writer.putCollection({
      id: 'col_1',
      name: 'Papers',
      key: 'papers',
      createdAt: '2026-03-02T10:00:00.000Z',
      updatedAt: '2026-03-02T10:00:00.000Z',
    });
    for (const number of [1, 2, 3]) {
      await writer.putMemory({
        id: `mem_${number}`,
        content: `memory ${number}`,
        source: 'api:test',
        tags: ['a', 'b'],
        tagKeys: ['a', 'b'],
        collection: number < 3 ? 'col_1' : null,
        url: null,
        title: null,
        capture: null,
        version: 1,
        createdAt: '2026-03-02T10:00:00.000Z',
        updatedAt: '2026-03-02T10:00:00.000Z',
        deletedAt: number === 1 ? '2026-03-02T11:00:00.000Z' : null,
        origin: null,
        chargedAt: null,
      });
    }
  });
  return parts;
}

async function examined(parts: ServerParts): Promise<Record<string, [state: string, says: string]>> {
  const found = [];
  for (const examine of examinations) found.push(await examine(parts));
  return Object.fromEntries(
    found.filter((one) => one !== undefined).map(({ what, state, says }) => [what, [state, says]]),
  );
}

const statesOf = (all: Record<string, [string, string]>) =>
  Object.fromEntries(Object.entries(all).map(([what, [state]]) => [what, state]));

async function postgresParts(): Promise<ServerParts> {
  const { url, drop } = await newMigratedDatabase();
  onTestFinished(drop);
  return partsAt({ url });
}

test('reports a healthy server, and that the search tables lack changes', async () => {
  const found = await examined(await postgresParts());
  expect(statesOf(found)).toEqual({
    database: 'good',
    pgvector: 'good',
    tables: 'good',
    counts: 'good',
    indexes: 'note',
    reading: 'good',
    model: 'good',
  });
  expect(found['counts']![1]).toBe('1 user with 2 memories, recounted.');
});

test.each([
  ['a wrong count of live memories', `update owners set memories = memories + 1`],
  [
    'a wrong count of a collection',
    `update counts set memories = memories + 1 where kind = 'collection' and not trashed`,
  ],
  ['a wrong count of a tag', `update counts set memories = memories - 1 where kind = 'tag' and not trashed`],
  ['a missing count', `delete from counts where kind = 'tag' and collection <> ''`],
])('finds %s', async (_, spoil) => {
  const parts = await postgresParts();
  await parts.database.query(spoil);
  expect((await examined(parts))['counts']).toEqual(['wrong', expect.stringContaining('anna') as string]);
});

test.runIf(process.platform !== 'win32')('finds a folder that other users can read', async () => {
  const folder = dataFolderForTest();
  const parts = await partsAt({ folder });
  expect((await examined(parts))['folder']![0]).toBe('good');
  chmodSync(folder, 0o755);
  expect((await examined(parts))['folder']).toEqual([
    'wrong',
    `Other users of this machine can read ${folder}. Run: chmod 700 ${folder}`,
  ]);
});
