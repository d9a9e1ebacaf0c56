import type { MemoryRow } from '../../service/ports/rows.ts';
import { localOwner, type Store } from '../../service/ports/store.ts';
import { unlimitedImport } from '../../service/quota.ts';
import {
  applyPlan,
  overwrite,
  planImport,
  type GivenCollection,
  type GivenMemory,
  type ImportRules,
} from '../../service/transfer/plan-import.ts';
import type { RestoreMode } from '../../lib/backups.ts';
import { contentOf, linesOf, requireEqual, storeContent, type Pace } from './copy.ts';

/** Rows per transaction. Few, since a request waits until the running transaction ends. */
const batchSize = 100;
/** Rows per transaction of a restore that nobody waits for. */
const idleBatchSize = 20;

/** Imports everything unchanged. */
const rules: ImportRules = {
  sourceOf: ({ source, origin }) => ({ source: source!, origin: origin ?? null }),
  tagsOf: (tags) => tags,
  refuseCollection: () => undefined,
  refuseMemory: () => undefined,
  capacity: unlimitedImport,
};

/**
 * Brings a backup's content into the store. Reads the whole backup before it changes anything. `undo` is like
 * `replace`, but moves memories that aren't in the backup to the trash. `at`: the time of each deletion.
 */
export async function restore(
  store: Store,
  file: Blob,
  mode: RestoreMode | 'undo',
  at: string,
  pace: Pace,
  writeSize = batchSize,
): Promise<void> {
  const content = await contentOf(linesOf(file));
  let memories: GivenMemory[] = [];
  let collections: GivenCollection[] = [];
  let done = 0;

  async function flush(): Promise<void> {
    await pace.idle();
    const given = { memories, collections };
    await store.write(localOwner, async (writer) => {
      if (mode === 'merge') await applyPlan(writer, await planImport(writer, given, rules));
      else await overwrite(writer, given, rules);
    });
    done += memories.length + collections.length;
    pace.onProgress(Math.min(1, done / Math.max(1, content.size)));
    memories = [];
    collections = [];
  }

  for await (const line of linesOf(file)) {
    if ('collection' in line) collections.push(line.collection);
    else if ('memory' in line) memories.push({ ...line.memory, ...(line.later && { later: true }) });
    if (memories.length + collections.length >= writeSize) await flush();
  }
  await flush();
  // Comes last, so that an interrupted restore loses nothing.
  if (mode !== 'merge') await removeOthers(store, content, mode, at, pace);
}

/** Restores a backup into an empty store while nobody waits, and returns whether the store equals the backup. */
export async function restoresEqual(store: Store, file: Blob, at: string, idle: Pace['idle']): Promise<boolean> {
  await restore(store, file, 'merge', at, { idle, onProgress: () => {} }, idleBatchSize);
  const restored = await storeContent(store);
  return contentOf(linesOf(file))
    .then((wanted) => requireEqual(restored, wanted))
    .then(
      () => true,
      () => false,
    );
}

/**
 * Removes the collections and memories that aren't in the backup: `replace` deletes the memories for good, `undo` moves
 * them to the trash.
 */
async function removeOthers(
  store: Store,
  content: ReadonlyMap<string, string>,
  mode: 'replace' | 'undo',
  at: string,
  pace: Pace,
): Promise<void> {
  const last = await store.read(localOwner, (reader) => reader.lastSeq());
  for (let seq = 0; seq < last;) {
    await pace.idle();
    const after = seq;
    seq = await store.write(localOwner, async (writer) => {
      const page = await writer.changes(after, batchSize);
      const others = page.flatMap(({ kind, row }) => (kind === 'memory' && !content.has(row.id) ? [row] : []));
      if (mode === 'undo') await writer.putMemories(trashed(others, content, at));
      else if (others.length > 0)
        await writer.eraseMemories(
          others.map(({ id }) => id),
          at,
        );
      return page.at(-1)?.row.seq ?? last;
    });
  }
  await store.write(localOwner, async (writer) => {
    for (let after: string | undefined; ;) {
      const page = await writer.listCollections({ after, limit: batchSize });
      for (const { id } of page) if (!content.has(id)) await writer.deleteCollection(id);
      after = page.at(-1)?.key;
      if (after === undefined) return;
    }
  });
}

/** Moves `others` to the trash, and out of collections that will be removed. Returns the rows that change. */
function trashed(others: MemoryRow[], content: ReadonlyMap<string, string>, at: string): MemoryRow[] {
  const isRemoved = (collection: string | null) => collection !== null && !content.has(collection);
  return others
    .filter(({ deletedAt, collection }) => deletedAt === null || isRemoved(collection))
    .map((row) => ({
      ...row,
      collection: isRemoved(row.collection) ? null : row.collection,
      version: row.version + 1,
      updatedAt: at,
      deletedAt: row.deletedAt ?? at,
      chargedAt: null,
    }));
}
