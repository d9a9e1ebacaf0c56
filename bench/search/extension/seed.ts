import { decisionsIn } from '../../../src/extension/meaning/decisions.ts';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { localOwner } from '../../../src/service/ports/store.ts';
import { feedsOf } from '../../../src/service/search/feed.ts';
import { dexieStore } from '../../../src/store/dexie/index.ts';
import { rowsOf } from '../rows.ts';

/** The title of the page once all is there. */
const done = 'seeded';
const batch = 1_000;

/**
 * Runs in a page of the extension: lays `?size=` notes into its database and has them indexed, which would take long through the service, since it lets nobody ask so often.
 * The reading by the model is paused, so that it is not measured too.
 */
async function seed(size: number): Promise<void> {
  const store = dexieStore();
  const rows = rowsOf(size);
  for (let start = 0; start < size; start += batch) {
    await store.write(localOwner, async (writer) => {
      for (const row of rows.slice(start, start + batch)) await writer.putMemory({ ...row, collection: null });
    });
  }
  await decisionsIn(store).pause(true);
  let work = async () => {};
  const index = keywordIndex({ files: store.files, whenQuiet: (given) => (work = given) });
  await index.catchUp(await feedsOf(store)(localOwner));
  await work();
  await store.close();
  document.title = done;
}

seed(Number(new URLSearchParams(location.search).get('size'))).catch((error: unknown) => {
  document.title = `failed: ${error instanceof Error ? error.stack : String(error)}`;
});
