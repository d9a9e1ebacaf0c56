import type { Clock } from '../../service/ports/clock.ts';
import { StoreUnavailable } from '../../service/ports/failures.ts';
import { localOwner } from '../../service/ports/store.ts';
import type { LocalStore } from '../local-store.ts';
import { dexieStore } from './index.ts';
import type { JournalOptions } from './journal/journal.ts';
import { dexieOptionsAt, dexieOptionsIn, locationInUse, type Buckets, type LocationOptions } from './location.ts';
import type { OpenFile } from './write-ahead.ts';

export interface OpenStoreOptions {
  journal: JournalOptions & { clock: Clock };
  openRatesFile?: OpenFile | undefined;
  /** Undefined in a browser without Storage Buckets, where nothing can replace databases that can't be opened. */
  buckets: Buckets | undefined;
  /** The IndexedDB outside buckets; default: the browser's. */
  usual?: LocationOptions;
  /** Ends the engine; the next one opens the databases then in use. */
  restart: () => void;
  /**
   * The pause before the second attempt to open the databases, in milliseconds. Doubles with each attempt, up to
   * `longestPauseMs`.
   */
  pauseMs?: number;
}

/** Databases are abandoned only after this many consecutive attempts with the same failure. */
const minAttempts = 3;

/**
 * In addition, databases are abandoned only if an earlier start of the engine failed in the same way, or if the failure
 * has lasted this long, in milliseconds.
 */
const minFailingMs = 10 * 60_000;

const longestPauseMs = 30_000;

const readingBucket = 'commonplace-reading';

/**
 * Opens the store on the databases in use. If they can't be opened, but the browser has buckets and the journal (their
 * second copy, in files) can be read, the returned store reads from a temporary database, filled from the journal.
 * Meanwhile, opening the databases is retried. If they keep failing in the same way, new databases in their own Storage
 * Bucket replace them. The next engine finds the new databases empty and fills them from the journal. The old databases
 * are never deleted.
 */
export async function openStore({
  journal,
  openRatesFile,
  buckets,
  usual = {},
  restart,
  pauseMs = 1_000,
}: OpenStoreOptions): Promise<LocalStore> {
  const { status, clock, report = () => {} } = journal;
  const location = await locationInUse(buckets);
  const options = location === 1 ? usual : await dexieOptionsAt(location, buckets);
  const store = dexieStore({ ...options, journal, openRatesFile });
  const failure = await failureOf(store);
  if (failure === undefined) void forgetCopy(buckets).catch(report);
  if (failure === undefined || buckets === undefined) return store;
  await store.close();
  const copy = dexieStore({ ...(await dexieOptionsIn(buckets, readingBucket)), copyOf: journal });
  if ((await failureOf(copy)) !== undefined) {
    // The journal can't be read either.
    await copy.close();
    return dexieStore({ ...options, journal, openRatesFile });
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
    const persists = failing.start !== start || clock.now() - failing.since >= minFailingMs;
    if (attempts < minAttempts || !persists || !(await isReadable(copy))) return retryLater();
    await dexieOptionsAt(location + 1, buckets);
    await status.change({ failing: undefined, moving: true });
    restart();
  }

  async function retry(): Promise<void> {
    const trial = dexieStore(options);
    const reason = await failureOf(trial);
    await trial.close();
    if (reason !== undefined) return failed(reason);
    await status.change({ failing: undefined });
    restart();
  }

  function retryLater(): void {
    timer = setTimeout(() => void retry().catch(retryLater), Math.min(longestPauseMs, pauseMs * 2 ** (attempts - 1)));
  }

  await failed(failure).catch(retryLater);
  return {
    ...copy,
    isReadOnly: true,
    async close() {
      clearTimeout(timer);
      await copy.close();
    },
  };
}

/** Deletes the temporary database. Otherwise it would keep text that the user later deletes for good. */
async function forgetCopy(buckets: Buckets | undefined): Promise<void> {
  const names = (await buckets?.keys()) ?? [];
  if (names.includes(readingBucket)) await buckets?.delete(readingBucket);
}

const probe = (store: LocalStore) => store.read(localOwner, (reader) => reader.lastSeq());

const isReadable = (store: LocalStore): Promise<boolean> =>
  probe(store).then(
    () => true,
    () => false,
  );

/** The browser's error if a store can't be opened; undefined if it opens, is only slow, or the disk is full. */
async function failureOf(store: LocalStore): Promise<string | undefined> {
  const failure: unknown = await probe(store).then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure instanceof StoreUnavailable && failure.cause instanceof Error ? String(failure.cause) : undefined;
}
