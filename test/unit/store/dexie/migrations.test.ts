import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrations } from '../../../../src/store/dexie/migrations/index.ts';
import { strictDatabase } from '../../../../src/store/dexie/names.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { fillVersion1 } from '../../../fixtures/store/version-1.contents.ts';
import { type Dump, dump, load } from '../../../support/store-cases/dump.ts';
import { everything } from '../../../support/store-cases/everything.ts';
import { done, FakeBrowser } from '../../../support/store-cases/fake-browser.ts';
import { idempotencyRow, idOf, memory, noon, owner } from '../../../support/store-cases/rows.ts';

const folder = new URL('../../../fixtures/store/', import.meta.url);

const fixture = (version: number): Dump => JSON.parse(readFileSync(new URL(`version-${version}.json`, folder), 'utf8'));

/** The current store with the data of version 1, and an in-memory store with the same content to compare with. */
async function upgradedFromVersion1(): Promise<{ browser: FakeBrowser; store: LocalStore; oracle: LocalStore }> {
  const browser = new FakeBrowser();
  await load(browser.indexedDB, strictDatabase, fixture(1));
  const oracle = inMemoryStore();
  await oracle.write(owner, fillVersion1);
  return { browser, store: browser.store(), oracle };
}

async function expectAlike(store: LocalStore, oracle: LocalStore): Promise<void> {
  expect(await store.read(owner, everything)).toEqual(await oracle.read(owner, everything));
}

test('there is a fixture of the database as each migration leaves it', () => {
  const fixtures = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(fixtures.sort()).toEqual(migrations.map(({ version }) => `version-${version}.json`).sort());
});

test('changes the schema only by a new migration', async () => {
  const browser = new FakeBrowser();
  await browser.store().write(owner, fillVersion1);
  expect(await dump(browser.indexedDB, strictDatabase)).toEqual(fixture(migrations.at(-1)!.version));
});

test('reads everything stored by version 1, and can change it', async () => {
  const { store, oracle } = await upgradedFromVersion1();
  await expectAlike(store, oracle);
  for (const target of [store, oracle]) {
    await target.write(owner, async (writer) => {
      await writer.putMemory(memory(1, { tags: ['Bread', 'New'], collection: idOf('col', 2) }));
      await writer.putMemory(memory(4, { tags: ['Bread'] }));
      await writer.eraseMemory(idOf('mem', 2), noon);
      await writer.putMemory(memory(9, { tags: ['bread'] }));
    });
  }
  await expectAlike(store, oracle);
});

test('removes an erased memory from responses that an older version recorded', async () => {
  const version2 = fixture(2);
  const answers = version2.stores.find(({ name }) => name === 'idempotency')!;
  const { memory: _, ...old } = idempotencyRow('saved', {
    body: JSON.stringify({ id: idOf('mem', 1), content: 'Sourdough' }),
  });
  const [first] = answers.rows as object[];
  answers.rows.push(
    old,
    { ...old, key: 'restored', operation: 'restoreMemory' },
    { ...first, operation: 'createCollection' },
  );
  const browser = new FakeBrowser();
  await load(browser.indexedDB, strictDatabase, version2);
  const store = browser.store();
  await store.write(owner, (writer) => writer.eraseMemory(idOf('mem', 1), noon));
  const recorded = (operation: string, key: string) =>
    store.read(owner, (reader) => reader.idempotency(old.tokenId, operation, key));
  for (const [operation, key] of [
    ['createMemory', 'saved'],
    ['restoreMemory', 'restored'],
  ] as const)
    expect(await recorded(operation, key)).toMatchObject({ status: 404, body: null, fingerprint: old.fingerprint });
  expect(await recorded('createMemory', 'one')).toEqual(idempotencyRow('one'));
  expect(await recorded('createCollection', 'one')).toEqual(idempotencyRow('one', { operation: 'createCollection' }));
});

test('reads and writes a database changed by a later version, and keeps its new data', async () => {
  const { browser, store, oracle } = await upgradedFromVersion1();
  const later = browser.indexedDB.open(strictDatabase, 990);
  later.onupgradeneeded = () => {
    later.result.createObjectStore('later');
    const rows = later.transaction!.objectStore('memories');
    rows.openCursor().onsuccess = (event) => {
      const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
      cursor?.update({ ...cursor.value, mood: 'glad' });
      cursor?.continue();
    };
  };
  (await done(later)).close();
  for (const target of [store, oracle]) {
    await target.write(owner, async (writer) => {
      const row = await writer.memory(idOf('mem', 1));
      await writer.putMemory({ ...row!, title: 'Rye', version: 2 });
      await writer.putMemory(memory(9));
    });
  }
  const { memories, later: table } = await browser.rows(strictDatabase);
  expect(table).toEqual([]);
  const moods = (memories as { id: string; title: string | null; mood?: string }[]).map(({ id, title, mood }) => [
    id,
    title,
    mood,
  ]);
  expect(moods).toContainEqual([idOf('mem', 1), 'Rye', 'glad']);
  const ids = (
    await store.read(owner, (reader) => reader.listMemories({ deleted: false, tagKeys: ['bread'], limit: 9 }))
  ).map((row) => row.id);
  expect(ids).toEqual(
    (await oracle.read(owner, (reader) => reader.listMemories({ deleted: false, tagKeys: ['bread'], limit: 9 }))).map(
      (row) => row.id,
    ),
  );
});
