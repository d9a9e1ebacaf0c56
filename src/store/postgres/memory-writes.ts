import type { MemoryRow } from '../../service/ports/rows.ts';
import type { SqlValue } from '../../service/ports/sql.ts';
import { fields } from './columns.ts';
import { countChanges, liveChange, type ListedFields, tagChanges } from './facets.ts';
import type { OwnerSql } from './owner-sql.ts';
import type { OwnerRow } from './reader.ts';
import { eraseStatement, putStatement, sweepStatement } from './statements.ts';

/** The owner's new counters. */
type Counters = Pick<OwnerRow, 'seq' | 'memories'>;

/** Writes a whole memory with the next seq, and updates its tags and the counts. */
export async function put(sql: OwnerSql, row: Omit<MemoryRow, 'seq'>): Promise<Counters> {
  const {
    id,
    content,
    source,
    tags,
    tagKeys,
    collection,
    url,
    title,
    capture,
    version,
    createdAt,
    updatedAt,
    deletedAt,
    origin,
    chargedAt,
  } = row;
  const before = await listedFieldsOf(sql, id);
  const { gone, added } = tagChanges(before, row);
  const values = [
    content,
    source,
    tags,
    tagKeys,
    collection,
    url,
    title,
    capture && JSON.stringify(capture),
    version,
    createdAt,
    updatedAt,
    deletedAt,
    origin && JSON.stringify(origin),
    chargedAt,
  ];
  return change(sql, putStatement, id, before, row, gone, [JSON.stringify(added), ...values]);
}

/** Deletes a memory for good and leaves a tombstone with the next seq. */
export async function erase(sql: OwnerSql, id: string, at: string): Promise<Counters> {
  const before = await listedFieldsOf(sql, id);
  return change(sql, eraseStatement, id, before, undefined, tagChanges(before, undefined).gone, [at]);
}

/** Runs a statement of ./statements.ts. `more`: the values after those of `common`. */
async function change(
  sql: OwnerSql,
  statement: string,
  id: string,
  before: ListedFields | undefined,
  after: ListedFields | undefined,
  gone: string[],
  more: SqlValue[],
): Promise<Counters> {
  const counts = countChanges(before, after);
  const wasTrashed = before !== undefined && before.deletedAt !== null;
  const counters = await sql.first<Counters>(
    statement,
    id,
    liveChange(before, after),
    JSON.stringify(counts),
    gone,
    wasTrashed,
    before?.createdAt ?? '',
    ...more,
  );
  const fewer = counts.filter(({ by }) => by < 0);
  if (fewer.length > 0) await sql.all(sweepStatement, JSON.stringify(fewer));
  return counters!;
}

function listedFieldsOf(sql: OwnerSql, id: string): Promise<ListedFields | undefined> {
  return sql.first<MemoryRow>(`select ${fields.memory} from memories m where owner = $1 and id = $2`, id);
}
