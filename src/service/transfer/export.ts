import { exportHeader } from '../../v1/export-header.ts';
import type { ExportCounts, ExportLine } from '../../v1/schemas/export-line.ts';
import { memoryOf } from '../encode.ts';
import type { CollectionRow } from '../ports/rows.ts';
import type { Owner, Store, StoreReader } from '../ports/store.ts';
import { shownName, withHolders } from './names.ts';

const pageSize = 100;

/** Yields the lines of an export. Holds only one page of memories, and the collections, in RAM. */
export async function* exportLines(store: Store, users: readonly Owner[]): AsyncGenerator<ExportLine> {
  const end: ExportCounts = { users: 0, collections: 0, memories: 0 };
  yield exportHeader;
  for (const owner of users) {
    const { plan } = await store.read(owner, (reader) => reader.usage());
    yield { user: { name: owner, plan } };
    end.users++;
    for await (const line of linesOf(store, owner)) {
      if ('collection' in line) end.collections++;
      if ('memory' in line) end.memories++;
      yield line;
    }
  }
  yield { end };
}

/**
 * Yields the collections as they are at the start, then memories in the order of their changes, each after its
 * collection. Yields a memory again if it changes meanwhile.
 */
async function* linesOf(store: Store, owner: Owner): AsyncGenerator<ExportLine> {
  const { start, atStart } = await store.read(owner, async (reader) => ({
    start: await reader.lastSeq(),
    atStart: await allCollections(reader),
  }));
  const exported = new Set(atStart.map(({ id }) => id));
  const exportedByKey = new Map(atStart.map((row) => [row.key, row]));
  for (const row of atStart) yield lineOf(row);
  for (let seq = 0; ;) {
    const { changes, collections } = await store.read(owner, async (reader) => {
      const changes = await reader.changes(seq, pageSize);
      const named = changes.flatMap(({ kind, row }) =>
        kind === 'memory' && row.collection !== null && !exported.has(row.collection) ? [row.collection] : [],
      );
      const collections = [];
      for (const id of new Set(named))
        collections.push(...(await withHolders(reader, (await reader.collection(id))!, exportedByKey)));
      return { changes, collections };
    });
    for (const row of collections) {
      exported.add(row.id);
      exportedByKey.set(row.key, row);
      yield lineOf(row);
    }
    for (const { kind, row } of changes) {
      if (kind === 'memory') yield { memory: memoryOf(row), ...(row.seq > start && { later: true as const }) };
    }
    const last = changes.at(-1);
    if (last === undefined) return;
    seq = last.row.seq;
  }
}

/**
 * Reads all pages in one transaction. Otherwise a collection could be missed because it is renamed and then belongs on
 * a page that was already read.
 */
async function allCollections(reader: StoreReader): Promise<CollectionRow[]> {
  const all: CollectionRow[] = [];
  for (let after: string | undefined; ;) {
    const page = await reader.listCollections({ after, limit: pageSize });
    all.push(...page);
    after = page.at(-1)?.key;
    if (after === undefined) return all;
  }
}

function lineOf(row: CollectionRow): ExportLine {
  const { id, createdAt, updatedAt } = row;
  return { collection: { id, name: shownName(row), createdAt, updatedAt } };
}
