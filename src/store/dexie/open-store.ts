import type { Clock } from '../../service/ports/clock.ts';
import { StoreUnavailable } from '../../service/ports/failures.ts';
import { localOwner } from '../../service/ports/store.ts';
import type { LocalStore } from '../local-store.ts';
import { dexieStore } from './index.ts';
import type { JournalOptions } from './journal/journal.ts';
import { factoryAt, factoryIn, locationInUse, type Buckets, type FactoryOptions } from './location.ts';

export interface OpenStoreOptions {
  journal: JournalOptions & { clock: Clock };
  /** Undefined in a browser that has none: then nothing stands in for databases that can't be opened. */
  buckets: Buckets | undefined;
  /** The IndexedDB that is not in a bucket; default: the browser's. */
  usual?: FactoryOptions;
  /** Ends the engine: the next one opens what is in use then. */
  restart: () => void;
  /** Before the second attempt to open the databases, in milliseconds; each later one waits twice as long, up to `longestPauseMs`. */
  pauseMs?: number;
}

/** Databases are given up after this number of attempts that failed in the same way... */
const leastAttempts = 3;

/** ...if they did so at an earlier start too, or for this long. */
const leastMs = 10 * 60_000;

const longestPauseMs = 30_000;

const readingBucket = 'commonplace-reading';

/**
 * The store, of the databases that are in use. If they can't be opened, memories are read from a copy that is filled from the journal,
 * and the databases are tried again and again. If they keep failing in the same way, new ones take their place in a Storage Bucket
 * of their own: the next engine finds them empty and fills them from the journal. Nothing is deleted.
 */
export async function openStore({
  journal,
  buckets,
  usual = {},
  restart,
  pauseMs = 1_000,
}: OpenStoreOptions): Promise<LocalStore> {
  const { status, clock, report = () => {} } = journal;
  const location = await locationInUse(buckets);
  const at = location === 1 ? usual : await factoryAt(location, buckets);
  const store = dexieStore({ ...at, journal });
  const failure = await failureOf(store);
  if (failure === undefined) void forgetCopy(buckets).catch(report);
  if (failure === undefined || buckets === undefined) return store;
  await store.close();
  const copy = dexieStore({ ...(await factoryIn(buckets, readingBucket)), copyOf: journal });
  // The journal can't be read either.
  if ((await failureOf(copy)) !== undefined) {
    await copy.close();
    return dexieStore({ ...at, journal });
  }
  report(
    new Error('The database of the memories can’t be opened. They are read from the journal.', { cause: failure }),
  );

  const start = crypto.randomUUID();
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function failed(reason: string): Promise<void> {
    const before = (await status.load()).failing;
    const isSame = before?.location === location && before.reason === reason;
    const failing = isSame ? before : { location, reason, since: clock.now(), start };
    attempts = isSame || attempts === 0 ? attempts + 1 : 1;
    await status.change({ failing });
    const persists = failing.start !== start || clock.now() - failing.since >= leastMs;
    if (attempts < leastAttempts || !persists) return tryLater();
    await factoryAt(location + 1, buckets);
    await status.change({ failing: undefined, moving: true });
    restart();
  }

  async function tryAgain(): Promise<void> {
    const again = dexieStore(at);
    const reason = await failureOf(again);
    await again.close();
    if (reason !== undefined) return failed(reason);
    await status.change({ failing: undefined });
    restart();
  }

  function tryLater(): void {
    timer = setTimeout(() => void tryAgain().catch(tryLater), Math.min(longestPauseMs, pauseMs * 2 ** (attempts - 1)));
  }

  await failed(failure).catch(tryLater);
  return {
    ...copy,
    isReadOnly: true,
    async close() {
      clearTimeout(timer);
      await copy.close();
    },
  };
}

/** A copy that nobody reads any more would keep what is deleted for good. */
async function forgetCopy(buckets: Buckets | undefined): Promise<void> {
  const names = (await buckets?.keys()) ?? [];
  if (names.includes(readingBucket)) await buckets?.delete(readingBucket);
}

/** What the browser says if a store can't be opened; undefined if it can be, or is only slow. */
async function failureOf(store: LocalStore): Promise<string | undefined> {
  const failure: unknown = await store
    .read(localOwner, (reader) => reader.lastSeq())
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return failure instanceof StoreUnavailable && failure.cause instanceof Error ? String(failure.cause) : undefined;
}
