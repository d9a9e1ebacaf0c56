import type { Dexie } from 'dexie';
import { systemClock, type Clock } from '../../../service/ports/clock.ts';
import type { JournalFiles } from './files.ts';
import type { Transact } from './replay.ts';
import { newestOf, restore } from './restore.ts';
import type { StatusKeeper } from './status.ts';

export interface CopyOptions {
  files: JournalFiles;
  status: StatusKeeper;
  clock?: Clock;
  sliceBytes?: number;
}

/**
 * Fills a database from the journal's files, then closes the files. Throws if they can't be opened or contain no
 * finished snapshot.
 */
export async function fillFromJournal(
  database: Dexie,
  { files: storage, status, clock = systemClock, sliceBytes = 256 * 1024 }: CopyOptions,
): Promise<void> {
  const files = await storage.open().catch((cause: unknown) => {
    throw new DOMException(`The journal can’t be opened: ${String(cause)}`, 'UnknownError');
  });
  if (files === undefined) throw new DOMException('There is no journal.', 'UnknownError');
  try {
    const newest = newestOf(files);
    if (newest === undefined) throw new DOMException('The journal is empty.', 'UnknownError');
    const transact: Transact = (work) => database.transaction('rw!', database.tables, work);
    const { checkpoint: known, written } = await status.load();
    await restore(database, transact, files, newest, { clock, sliceBytes, known, written });
  } finally {
    files.a.close();
    files.b.close();
  }
}
