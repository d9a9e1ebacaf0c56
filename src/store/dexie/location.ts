import type { DexieOptions } from 'dexie';

/** As much as is used here of `navigator.storageBuckets`, which Chromium has. */
export interface Buckets {
  keys(): Promise<string[]>;
  open(
    name: string,
    options?: { durability?: 'strict' | 'relaxed'; persisted?: boolean },
  ): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

/** Undefined in a browser that has none. */
export const bucketsHere = (): Buckets | undefined => (navigator as { storageBuckets?: Buckets }).storageBuckets;

export type FactoryOptions = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>;

const prefix = 'commonplace-databases-';

/**
 * Which IndexedDB the databases are in: 1 is the browser's usual one; each further one is that of a Storage Bucket, whose files
 * lie in a folder of their own, so it opens even if the usual one can't. The bucket with the highest number is in use.
 */
export async function locationInUse(buckets = bucketsHere()): Promise<number> {
  // A browser that can't list them now can't open one either.
  const names = (await buckets?.keys().catch(() => [])) ?? [];
  return Math.max(
    1,
    ...names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)) || 1),
  );
}

/** How Dexie opens databases at a location; makes the bucket if there is none. */
export async function factoryAt(location: number, buckets = bucketsHere()): Promise<FactoryOptions> {
  return location === 1 || !buckets ? {} : factoryIn(buckets, `${prefix}${location}`);
}

/** How Dexie opens databases in a bucket. */
export async function factoryIn(buckets: Buckets, name: string): Promise<FactoryOptions> {
  const { indexedDB } = await buckets.open(name, { durability: 'strict', persisted: true });
  return { indexedDB, IDBKeyRange };
}
