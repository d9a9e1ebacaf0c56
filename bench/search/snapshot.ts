import { manifestName } from '../../src/search/keyword/archive.ts';
import { derivedDatabase } from '../../src/store/dexie/names.ts';
import { until, type Page } from '../../test/support/browsers/index.ts';

/** Waits until the index has kept a snapshot of itself, and its writing has come to an end. */
export async function snapshotKept(page: Page): Promise<void> {
  await until('the snapshot of the keyword index', async () => (await onFiles(page, 'count')) === 1, 60_000);
}

export async function removeSnapshot(page: Page): Promise<void> {
  await onFiles(page, 'delete');
}

/** How many snapshots there are, or deletes them. */
function onFiles(page: Page, verb: 'count' | 'delete'): Promise<number | undefined> {
  return page.evaluate(
    (database, name, method) =>
      new Promise<number | undefined>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error ?? new Error('no database'));
        opening.onsuccess = () => {
          const connection = opening.result;
          const asked = connection.transaction('files', 'readwrite').objectStore('files')[method](name);
          asked.transaction!.onabort = () => reject(asked.error ?? new Error('aborted'));
          asked.transaction!.oncomplete = () => {
            connection.close();
            resolve(asked.result);
          };
        };
      }),
    derivedDatabase,
    manifestName,
    verb,
  );
}
