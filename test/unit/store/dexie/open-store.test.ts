import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageFull, StoreUnavailable } from '../../../../src/service/ports/failures.ts';
import { storeNameSetting } from '../../../../src/service/ports/store.ts';
import type { Buckets } from '../../../../src/store/dexie/location.ts';
import { openStore } from '../../../../src/store/dexie/open-store.ts';
import type { LocalStore } from '../../../../src/store/local-store.ts';
import { Machine, type RunOptions } from '../../../support/store-cases/machine.ts';
import { ids, idsOf, put } from '../../../support/store-cases/numbered.ts';
import { owner } from '../../../support/store-cases/rows.ts';

const bucketInUse = 'commonplace-databases-2';
const missingManifest = 'Internal error opening backing store for indexedDB.open.';

class FakeBuckets implements Buckets {
  readonly factories = new Map<string, IDBFactory>();
  /** If set, called instead of opening the copy that is filled from the journal. */
  reading: (() => never) | undefined;
  readonly keys = async () => [...this.factories.keys()];
  async open(name: string) {
    const indexedDB = this.factories.get(name) ?? new IDBFactory();
    this.factories.set(name, indexedDB);
    if (name !== 'commonplace-reading') return { indexedDB };
    const open: IDBFactory['open'] = (...database) => this.reading?.() ?? indexedDB.open(...database);
    return { indexedDB: Object.assign(Object.create(indexedDB) as IDBFactory, { open }) };
  }
  async delete(name: string) {
    this.factories.delete(name);
  }
}

/** Fails like Chromium's IndexedDB with broken files. */
class BrokenFactory extends IDBFactory {
  reason = missingManifest;
  attempts = 0;
  deleted: string[] = [];
  override open(): never {
    this.attempts++;
    throw new DOMException(this.reason, 'UnknownError');
  }
  override deleteDatabase(name: string): never {
    this.deleted.push(name);
    throw new DOMException(this.reason, 'UnknownError');
  }
}

const stores: LocalStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

/**
 * A machine with two memories and a browser with buckets. `start` opens the store. With `usual: broken`, the usual
 * databases outside the buckets can't be opened.
 */
async function prepared() {
  const machine = new Machine();
  const buckets = new FakeBuckets();
  const broken = new BrokenFactory();
  const start = async ({
    usual,
    hasBuckets = true,
    ...options
  }: { usual?: IDBFactory; hasBuckets?: boolean } & RunOptions = {}) => {
    const { journal, location } = machine.run(options);
    const restart = vi.fn();
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
    const store = await openStore({
      journal,
      buckets: hasBuckets ? buckets : undefined,
      usual: { ...location, ...(usual && { indexedDB: usual }) },
      restart,
      pauseMs: 1,
    });
    stores.push(store);
    return { store, restart };
  };
  const { store } = await start();
  await put(store, 1);
  await put(store, 2);
  await vi.waitFor(() => expect(machine.status?.checkpoint?.memories).toBe(2));
  await store.close();
  /** Makes the databases fail at two starts, after which new databases replace them. */
  const replaceDatabases = async () => {
    const first = await start({ usual: broken });
    await first.store.close();
    const second = await start({ usual: broken });
    await vi.waitFor(() => expect(second.restart).toHaveBeenCalledOnce());
    await second.store.close();
  };
  return { machine, buckets, broken, start, replaceDatabases };
}

describe('databases that can’t be opened', () => {
  test('aren’t replaced at the first start that fails; memories are read from the journal', async () => {
    const { broken, buckets, start } = await prepared();
    const { store, restart } = await start({ usual: broken });
    expect(await ids(store)).toEqual(idsOf(1, 2));
    await expect(put(store, 3)).rejects.toThrow(StoreUnavailable);
    expect(store.isReadOnly).toBe(true);
    // A search needs the store's name, so the name can still be written.
    await store.write(owner, (writer) => writer.putSetting(storeNameSetting, 'copy'));
    expect(await store.read(owner, (reader) => reader.setting(storeNameSetting))).toBe('copy');
    const before = broken.attempts;
    await vi.waitFor(() => expect(broken.attempts).toBeGreaterThan(before + 12));
    expect(buckets.factories.has(bucketInUse)).toBe(false);
    expect(restart).not.toHaveBeenCalled();
  });

  test('are used again once they open', async () => {
    const { broken, buckets, start } = await prepared();
    const first = await start({ usual: broken });
    broken.open = new IDBFactory().open.bind(new IDBFactory()) as never;
    await vi.waitFor(() => expect(first.restart).toHaveBeenCalledOnce());
    await first.store.close();
    expect([...buckets.factories.keys()]).toEqual(['commonplace-reading']);
    const { store } = await start();
    expect((await put(store, 3)).seq).toBe(3);
    expect(store.restored).toBeUndefined();
    expect([...buckets.factories.keys()]).toEqual([]);
  });

  test('are replaced by new ones with every memory after failing at two starts', async () => {
    const { broken, start, replaceDatabases } = await prepared();
    await replaceDatabases();
    const { store } = await start({ usual: broken });
    expect(await ids(store)).toEqual(idsOf(1, 2));
    expect(store.restored).toMatchObject({ memories: 2, complete: true, replaced: true });
    await store.acknowledgeRestored?.(store.restored!.at);
    await put(store, 3);
    await store.close();
    const next = await start({ usual: broken });
    expect(await ids(next.store)).toEqual(idsOf(1, 2, 3));
    expect(next.store.restored).toBeUndefined();
    expect(broken.deleted).toEqual([]);
  });

  test('are replaced after failing for ten minutes, without another start', async () => {
    const { machine, broken, buckets, start } = await prepared();
    const { restart } = await start({ usual: broken });
    machine.now += 10 * 60_000;
    await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce());
    expect(buckets.factories.has(bucketInUse)).toBe(true);
  });

  test('a database is not replaced if it fails with a different error each time', async () => {
    const { broken, buckets, start } = await prepared();
    const first = await start({ usual: broken });
    await first.store.close();
    broken.reason = 'The disk did not answer.';
    await start({ usual: broken });
    const before = broken.attempts;
    await vi.waitFor(() => expect(broken.attempts).toBeGreaterThan(before + 12));
    expect(buckets.factories.has(bucketInUse)).toBe(false);
  });

  test('are replaced by databases in another bucket if they are already in a bucket', async () => {
    const { broken, buckets, start, replaceDatabases } = await prepared();
    await replaceDatabases();
    buckets.factories.set(bucketInUse, new BrokenFactory());
    await replaceDatabases();
    const { store } = await start({ usual: broken });
    expect(await ids(store)).toEqual(idsOf(1, 2));
    expect((await put(store, 3)).seq).toBe(3);
    expect(buckets.factories.has('commonplace-databases-3')).toBe(true);
  });

  test('are not replaced while the read-only copy made from the journal can’t be opened', async () => {
    const { broken, buckets, start } = await prepared();
    // The disk is too full for the copy.
    buckets.reading = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    await (await start({ usual: broken })).store.close();
    const { store, restart } = await start({ usual: broken });
    await expect(ids(store)).rejects.toThrow(StorageFull);
    const before = broken.attempts;
    await vi.waitFor(() => expect(broken.attempts).toBeGreaterThan(before + 8));
    expect(buckets.factories.has(bucketInUse)).toBe(false);
    buckets.reading = undefined;
    await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce());
    expect(await ids(store)).toEqual(idsOf(1, 2));
  });

  test('are replaced by new databases that are unavailable, not empty, while the journal is missing', async () => {
    const { machine, broken, start, replaceDatabases } = await prepared();
    await replaceDatabases();
    for (let starts = 0; starts < 2; starts++) {
      const { store, restart } = await start({ usual: broken, open: async () => undefined });
      await expect(ids(store)).rejects.toThrow(StoreUnavailable);
      await expect(put(store, 3)).rejects.toThrow(StoreUnavailable);
      expect(restart).not.toHaveBeenCalled();
      await store.close();
    }
    const { store } = await start({ usual: broken });
    expect(await ids(store)).toEqual(idsOf(1, 2));
    expect(store.restored).toMatchObject({ memories: 2, complete: true, replaced: true });
    await vi.waitFor(() => expect(machine.status?.moving).toBeUndefined());
  });

  test.each([
    ['in a browser without buckets', { hasBuckets: false }],
    [
      'if the journal can’t be read',
      { open: async () => Promise.reject(new DOMException('In use', 'NoModificationAllowedError')) },
    ],
  ])('stay unavailable %s', async (_, options) => {
    const { broken, start } = await prepared();
    for (let starts = 0; starts < 2; starts++) {
      const { store, restart } = await start({ usual: broken, ...options });
      await expect(ids(store)).rejects.toThrow(StoreUnavailable);
      await store.close();
      expect(restart).not.toHaveBeenCalled();
    }
  });
});
