import { Dexie, type DexieOptions, type Table } from 'dexie';
import type { CollectionRights, SyncProof, SyncRound } from '../../lib/sync.ts';
import type { Sweep, SyncPauses, SyncScratch } from '../../service/ports/sync.ts';
import { emptyDatabase, syncDatabase } from './names.ts';

/** A page that was read in a sweep (a reading of the whole server). */
interface SweptPage {
  /** Its index in the sweep, from 0. */
  page: number;
  ids: string[];
  /** By index in `ids`: what the page showed of the memory (SyncScratch.addPage). Rows of old releases lack `seen`. */
  seen?: string[];
}

/** Access to the server. */
export interface SyncCredentials {
  address: string;
  token: string;
}

/** How the last round ended, and what the user decided about the next ones. */
export interface SyncNotes {
  paused: boolean;
  last?: SyncRound | undefined;
  /** Rounds in a row that failed or didn't reach the server. */
  failures: number;
  /** When the next round is due, in Unix milliseconds. A change or the user may start one earlier. */
  retryAt: number;
  /** The store's last `seq` when the last round ended. */
  seenSeq?: number | undefined;
  /** `seq`: the last local change that the proof includes. Notes of old releases lack it. */
  proof?: (Omit<SyncProof, 'isCurrent'> & { seq?: number }) | undefined;
  /** When a round last tried to prove that both sides are the same. Unix milliseconds. */
  triedAt?: number | undefined;
  /** What the token may do with collections, according to the check before the first round. */
  collections?: CollectionRights | undefined;
}

/** The notes before the first round. */
export const freshNotes: SyncNotes = { paused: false, failures: 0, retryAt: 0 };

/** What sync stores separately from the memories and their second copy. `forget` deletes all of it from the disk. */
export interface SyncKeeping extends SyncScratch {
  credentials(): Promise<SyncCredentials | undefined>;
  putCredentials(credentials: SyncCredentials): Promise<void>;
  notes(): Promise<SyncNotes | undefined>;
  putNotes(notes: SyncNotes): Promise<void>;
  forget(): Promise<void>;
  close(): void;
}

/**
 * After these pauses, in milliseconds, the emptied database is deleted again. Chromium keeps the file with the deleted
 * data if something else is being read meanwhile, and removes such files only after the next deletion.
 */
const againMs = [2_000, 15_000, 60_000];

/**
 * Makes Chromium write its buffer to a file, which it does whenever it deletes a database. If the token were still in
 * the buffer when the token's database is deleted, the token and its deletion would get into one file. Chromium removes
 * deleted data from a file only when it merges the file with others. In a new profile it has no others to merge, so the
 * token would stay on disk.
 */
async function emptyWriteBuffer(options: DexieOptions): Promise<void> {
  const database = new Dexie(emptyDatabase, options);
  database.version(1).stores({ values: '' });
  await database.open();
  await database.delete({ disableAutoOpen: false });
}

const noPauses: SyncPauses = { all: 0, writes: 0, setAt: 0 };

export function dexieSyncKeeping(options: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {}): SyncKeeping {
  const database = new Dexie(syncDatabase, options);
  database.version(1).stores({ values: '', pages: 'page' });
  const values: Table<unknown, string> = database.table('values');
  const pages: Table<SweptPage, number> = database.table('pages');
  /** A cache, since each write of sync reads the pauses. Only this object changes them. */
  let pauses: Promise<SyncPauses> | undefined;
  function rememberPauses(found: Promise<SyncPauses>): Promise<SyncPauses> {
    pauses = found;
    found.catch(() => {
      if (pauses === found) pauses = undefined;
    });
    return found;
  }
  const readValue = async <Value>(name: string) => (await values.get(name)) as Value | undefined;

  let nextDeletion: ReturnType<typeof setTimeout> | undefined;
  /** Whether nothing has been stored since `forget`. */
  let isEmpty = false;
  /** See `againMs`. Ends once something is stored. */
  function deleteAgain([pauseMs, ...later] = againMs): void {
    if (pauseMs === undefined) return;
    nextDeletion = setTimeout(() => void deleteIfEmpty(later).catch(() => {}), pauseMs);
  }
  async function deleteIfEmpty(later: number[]): Promise<void> {
    // Creates the database: if it didn't exist, deleting it would not make Chromium remove any files.
    await database.open();
    if (!isEmpty) return;
    deleteAgain(later);
    await database.delete({ disableAutoOpen: false });
  }
  async function put(value: unknown, name: string): Promise<void> {
    isEmpty = false;
    await values.put(value, name);
  }
  function writePages(work: () => Promise<void>): Promise<void> {
    isEmpty = false;
    return database.transaction('rw', values, pages, work);
  }

  return {
    async sweep() {
      const sweep = await readValue<Sweep>('sweep');
      if (sweep === undefined) return undefined;
      const entries = (await pages.toArray()).flatMap(({ ids, seen }) =>
        ids.map((id, index): [string, string] => [id, seen?.[index] ?? '']),
      );
      return { sweep, seen: new Map(entries) };
    },
    beginSweep: (sweep) =>
      writePages(async () => {
        await pages.clear();
        await values.put(sweep, 'sweep');
      }),
    addPage: (sweep, seen) =>
      writePages(async () => {
        await pages.put({ page: sweep.cursors.length, ids: [...seen.keys()], seen: [...seen.values()] });
        await values.put(sweep, 'sweep');
      }),
    dropSweep: () =>
      writePages(async () => {
        await pages.clear();
        await values.delete('sweep');
      }),
    pauses: () => pauses ?? rememberPauses(readValue<SyncPauses>('pauses').then((found) => found ?? noPauses)),
    async putPauses(changed) {
      await rememberPauses(put(changed, 'pauses').then(() => changed));
    },
    credentials: () => readValue<SyncCredentials>('credentials'),
    putCredentials: (credentials) => put(credentials, 'credentials'),
    notes: () => readValue<SyncNotes>('notes'),
    putNotes: (notes) => put(notes, 'notes'),
    async forget() {
      pauses = undefined;
      isEmpty = true;
      clearTimeout(nextDeletion);
      // A full disk, for example, must not prevent the deletion of the token.
      await emptyWriteBuffer(options).catch(() => {});
      await database.delete({ disableAutoOpen: false });
      deleteAgain();
    },
    close() {
      clearTimeout(nextDeletion);
      database.close();
    },
  };
}
