/** The parts of Chromium's `navigator.storageBuckets` that are used here. */
export interface Buckets {
  keys(): Promise<string[]>;
  open(
    name: string,
    options?: { durability?: 'strict' | 'relaxed'; persisted?: boolean },
  ): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

/** Undefined in a browser without Storage Buckets. */
export const storageBuckets = (): Buckets | undefined => (navigator as { storageBuckets?: Buckets }).storageBuckets;

/** Dexie's options for an IndexedDB; empty for the browser's default one. */
export interface LocationOptions {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof globalThis.IDBKeyRange;
}

const prefix = 'commonplace-databases-';

/**
 * Which IndexedDB has the databases, as a number: 1 is the browser's default one, a higher number stands for a Storage
 * Bucket. A bucket's files are in their own folder, so it opens even if the default doesn't. The bucket with the
 * highest number is in use.
 */
export async function locationInUse(buckets = storageBuckets()): Promise<number> {
  // If the buckets can't be listed, none can be opened either: use the default.
  const names = (await buckets?.keys().catch(() => [])) ?? [];
  return Math.max(
    1,
    ...names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)) || 1),
  );
}

/** Dexie's options for a location; creates its bucket if needed. */
export async function dexieOptionsAt(location: number, buckets = storageBuckets()): Promise<LocationOptions> {
  return location === 1 || !buckets ? {} : dexieOptionsIn(buckets, `${prefix}${location}`);
}

/** Dexie's options for a bucket. */
export async function dexieOptionsIn(buckets: Buckets, name: string): Promise<LocationOptions> {
  const { indexedDB } = await buckets.open(name, { durability: 'strict', persisted: true });
  return { indexedDB, IDBKeyRange };
}
