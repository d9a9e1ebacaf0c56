import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { migrations } from '../../../../src/store/dexie/migrations/index.ts';
import { strictDatabase } from '../../../../src/store/dexie/names.ts';
import { dump, type Dump } from '../../../support/store-cases/dump.ts';
import { device, runRound, save, type Device } from './device.ts';
import { changeMemory, expectEqual, ourHttpServer, runRounds, connectDevice, type HttpServer } from './over-http.ts';

const newDevice = () => device({ fetch: (...args) => fetch(...args) });

/** Optional fields of sync’s rows, which rows of earlier versions lack. */
const laterFields: Record<string, string[]> = {
  syncLink: ['isLimited', 'mayWrite', 'longest', 'aheadOfFeed', 'refusedCollections', 'unusableNames'],
  syncCollections: ['sent', 'attempts', 'refused', 'apart', 'gone'],
  syncItems: [],
};

/** Closes a device, and gives its database the schema of an earlier version. Keeps only what that version stored. */
async function downgrade(one: Device, version: number): Promise<IDBFactory> {
  const { factory } = one;
  await one.close();
  const { stores } = await dump(factory, strictDatabase);
  await new Promise((resolve) => (factory.deleteDatabase(strictDatabase).onsuccess = resolve));
  const earlier = new Dexie(strictDatabase, { indexedDB: factory, IDBKeyRange });
  for (const migration of migrations)
    if (migration.version <= version) earlier.version(migration.version).stores(migration.stores);
  await earlier.open();
  const has = new Set(earlier.tables.map(({ name }) => name));
  for (const { name, rows } of stores) if (has.has(name)) await earlier.table(name).bulkAdd(asBefore(name, rows));
  earlier.close();
  return factory;
}

function asBefore(name: string, rows: Dump['stores'][number]['rows']): unknown[] {
  return (rows as Record<string, unknown>[]).map((row) => {
    const kept = structuredClone(row);
    const holder = (name === 'syncLink' ? kept['link'] : kept) as Record<string, unknown>;
    for (const field of laterFields[name] ?? []) delete holder[field];
    return kept;
  });
}

const versionNow = async (factory: IDBFactory) => (await dump(factory, strictDatabase)).version;

async function pair(): Promise<{ server: HttpServer; one: Device; other: Device }> {
  const server = await ourHttpServer();
  const [one, other] = [newDevice(), newDevice()];
  for (const text of ['edited on both', 'edited on one', 'edited on the other', 'kept']) await save(one.local, text);
  await connectDevice(one, server);
  await connectDevice(other, server);
  return { server, one, other };
}

test('a device with the first version of sync, upgraded after both sides changed, loses and duplicates nothing', async () => {
  const { server, one, other } = await pair();
  await changeMemory(one, 'edited on one', 'edited on one: yes');
  await changeMemory(one, 'edited on both', 'edited on both: here');
  await save(one.local, 'new on one');
  const factory = await downgrade(one, 6);
  expect(await versionNow(factory)).toBe(60);

  await changeMemory(other, 'edited on the other', 'edited on the other: yes');
  await changeMemory(other, 'edited on both', 'edited on both: there');
  await save(other.local, 'new on the other');
  await runRound(other);

  const upgraded = device({ fetch: (...args) => fetch(...args) }, factory);
  await runRounds(upgraded, 2);
  await runRounds(other, 2);
  const texts = [
    'edited on both: here',
    'edited on both: there',
    'edited on one: yes',
    'edited on the other: yes',
    'kept',
    'new on one',
    'new on the other',
  ];
  for (const checked of [upgraded, other]) {
    const state = await runRound(checked);
    expect(state.counts.conflicts).toBe(checked === upgraded ? 1 : 0);
    await expectEqual(checked, server, { ...state, counts: { ...state.counts, conflicts: 0 } }, texts);
  }
  expect(await versionNow(factory)).toBe(migrations.at(-1)!.version * 10);
});

test('a device upgraded from a version without sync connects to a server that has some of its memories', async () => {
  const server = await ourHttpServer();
  const one = newDevice();
  for (const text of ['both', 'only here']) await save(one.local, text);
  const factory = await downgrade(one, 5);
  for (const content of ['both', 'only there']) await server.client.memories.create({ content });
  const upgraded = device({ fetch: (...args) => fetch(...args) }, factory);
  await expectEqual(upgraded, server, await connectDevice(upgraded, server), ['both', 'only here', 'only there']);
});
