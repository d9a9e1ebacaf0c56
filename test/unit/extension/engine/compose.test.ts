import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { composeEngine } from '../../../../src/extension/engine/compose.ts';
import { earlierVersionsOf } from '../../../../src/extension/sync/earlier-versions.ts';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { fieldsOf } from '../../../../src/sync/fields.ts';
import { engineParts } from '../../../support/engine-parts.ts';
import { memory } from '../../../support/store-cases/rows.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('starts even if its journal is checked while the store opens', async () => {
  const parts = engineParts();
  const engine = composeEngine({
    ...parts,
    openStore(work, report, onCheck) {
      onCheck();
      return parts.openStore(work, report, onCheck);
    },
  });
  await expect(engine).resolves.toHaveProperty('control');
});

test('with a clock that is 31 days ahead, earlier versions of memories are kept until it has run for a day', async () => {
  const day = 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'] });
  const store = dexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  const engine = await composeEngine({ ...engineParts(), openStore: async () => store });
  const version = { ...memory(1), seq: 1 };
  await store.sync!.write((writer) => writer.addVersion({ id: version.id, at: Date.now(), fields: fieldsOf(version) }));
  const isKeptAfter = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    await engine.maintain();
    return (await earlierVersionsOf(store, version.id)).length === 1;
  };
  await isKeptAfter(0);
  expect(await isKeptAfter(31 * day)).toBe(true);
  expect(await isKeptAfter(day)).toBe(false);
});
