import { memoryOf } from '../../service/encode.ts';
import type { CollectionRow } from '../../service/ports/rows.ts';
import type { Owner, Store, StoreReader } from '../../service/ports/store.ts';
import { header, type Counts, type Line } from './format.ts';
import { withHolders } from './names.ts';

/** Memories read in one transaction, collections in one statement. */
const pageSize = 100;

/** All lines of an export, page by page: nothing but a page and the collections is held. */
export async function* exportLines(store: Store, users: readonly Owner[]): AsyncGenerator<Line> {
  const end: Counts = { users: 0, collections: 0, memories: 0 };
  yield header;
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

/** Collections as they are at the start. Then memories in the order of the changes, so that one that changes meanwhile is not missed but comes once more. */
async function* linesOf(store: Store, owner: Owner): AsyncGenerator<Line> {
  const { start, atStart } = await store.read(owner, async (reader) => ({
    start: await reader.lastSeq(),
    atStart: await allCollections(reader),
  }));
  const told = new Set(atStart.map(({ id }) => id));
  const toldByKey = new Map(atStart.map((row) => [row.key, row]));
  for (const row of atStart) yield lineOf(row);
  for (let seq = 0; ;) {
    const { changes, collections } = await store.read(owner, async (reader) => {
      const changes = await reader.changes(seq, pageSize);
      const named = changes.flatMap(({ kind, row }) =>
        kind === 'memory' && row.collection !== null && !told.has(row.collection) ? [row.collection] : [],
      );
      const collections = [];
      for (const id of new Set(named))
        collections.push(...(await withHolders(reader, (await reader.collection(id))!, toldByKey)));
      return { changes, collections };
    });
    for (const row of collections) {
      told.add(row.id);
      toldByKey.set(row.key, row);
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

/** From one view: between two, one could be renamed to a place that was read already. */
async function allCollections(reader: StoreReader): Promise<CollectionRow[]> {
  const all: CollectionRow[] = [];
  for (let after: string | undefined; ;) {
    const page = await reader.listCollections({ after, limit: pageSize });
    all.push(...page);
    after = page.at(-1)?.key;
    if (after === undefined) return all;
  }
}

function lineOf({ id, name, createdAt, updatedAt }: CollectionRow): Line {
  return { collection: { id, name, createdAt, updatedAt } };
}
