import type { Table } from 'dexie';

/** Fewer ids than this are read one by one: checking first which of them exist would take as long. */
const minIdsForRange = 32;

/**
 * The existing rows with these ids, in the order of the ids. Each request to IndexedDB costs tens of microseconds, so
 * ids that lie close together, as those of an import do, are read as a range.
 */
export async function getMany<Row extends { id: string }>(table: Table<Row, string>, ids: string[]): Promise<Row[]> {
  const range = rangeOf(table, ids);
  if (range !== undefined) {
    const keys = await range.primaryKeys();
    if (keys.length === 0) return [];
    if (keys.length < 2 * ids.length) {
      const rows = new Map((await range.toArray()).map((row) => [row.id, row]));
      return ids.flatMap((id) => rows.get(id) ?? []);
    }
  }
  return (await table.bulkGet(ids)).filter((row) => row !== undefined);
}

/**
 * The rows whose value in an index lies between the lowest and the highest of `values`, read in one request. Undefined
 * if there are more than twice as many rows as values.
 */
export async function getNear<Row>(
  table: Table<Row, string>,
  index: string,
  values: readonly string[],
): Promise<Row[] | undefined> {
  const sorted = values.toSorted();
  const most = 2 * values.length;
  const between = table.where(index).between(sorted[0]!, sorted.at(-1)!, true, true);
  const rows = await between.limit(most + 1).toArray();
  return rows.length > most ? undefined : rows;
}

/** Leaves out ids that certainly have no row. */
export async function existing<Row>(table: Table<Row, string>, ids: string[]): Promise<string[]> {
  const keys = await rangeOf(table, ids)?.primaryKeys();
  if (keys === undefined || keys.length >= 2 * ids.length) return ids;
  const known = new Set(keys);
  return ids.filter((id) => known.has(id));
}

/**
 * The first rows between the lowest and the highest id, up to twice as many as there are ids; undefined if there are
 * few ids.
 */
function rangeOf<Row>(table: Table<Row, string>, ids: string[]) {
  if (ids.length < minIdsForRange) return undefined;
  const sorted = ids.toSorted();
  return table
    .where(':id')
    .between(sorted[0]!, sorted.at(-1)!, true, true)
    .limit(2 * ids.length);
}
