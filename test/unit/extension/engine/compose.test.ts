import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { composeEngine } from '../../../../src/extension/engine/compose.ts';
import { earlierVersionsOf } from '../../../../src/extension/sync/earlier-versions.ts';
import { dexieStore } from '../../../../src/store/dexie/index.ts';
import { fieldsOf } from '../../../../src/sync/fields.ts';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import { vectorIndex } from '../../../../src/search/vector/vector-index.ts';
import { kernel } from '../../search/vector/fixtures.ts';
import { engineParts } from '../../../support/engine-parts.ts';
import { memory } from '../../../support/store-cases/rows.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('starts even if the journal is checked before the store is open', async () => {
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

test('if a search finds a damaged vector, computes the vector again without waiting for another request', async () => {
  const files = inMemoryLargeFiles();
  const engine = await composeEngine({
    ...engineParts(),
    openVectors: (blobs, onDamage) => vectorIndex({ kernel, files, blobs, onDamage }),
  });
  const send = (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const request = { commonplace: 1, method: 'POST', path, headers, body: JSON.stringify(body) } as const;
    return engine.request({ request, vouched: { source: 'popup' } }, AbortSignal.timeout(10_000));
  };
  const firstFloats = async () => {
    const bytes = new Uint8Array(16);
    const read = await (await files.open('one.floats')).read(0, bytes);
    return read < bytes.length ? expect.fail('not indexed') : [...bytes];
  };
  await send('/v1/memories', { content: 'a quiet hotel' });
  const stored = await vi.waitFor(firstFloats, 5_000);
  await (await files.open('one.floats')).write(0, Uint8Array.of(1, 2, 3));
  await send('/v1/memories/search', { query: 'silent inn', mode: 'semantic' });
  await vi.waitFor(async () => expect(await firstFloats()).toEqual(stored), 5_000);
});

test('keeps earlier versions of memories for a day after the clock jumped 31 days ahead', async () => {
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
