import type { MemoryRow } from '../../service/ports/rows.ts';
import type { SqlValue } from '../../service/ports/sql.ts';
import { countChanges, liveChange, type ListedFields, tagChanges } from './facets.ts';
import type { OwnerTransaction } from './owner-sql.ts';
import { eraseStatement, putStatement, sweepStatement } from './statements.ts';

/**
 * Writes all columns of a memory, with the owner's next seq, and updates its rows in `memory_tags` and the numbers in
 * `counts` (memories per collection, tag and source). `before`: the memory as it is stored; undefined: it is new.
 * Returns by how much the number of live memories changes.
 */
export function put(sql: OwnerTransaction, before: ListedFields | undefined, row: Omit<MemoryRow, 'seq'>): number {
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

/**
 * Deletes a memory for good and leaves a tombstone with the next seq. `before`: the memory as it is stored; undefined:
 * there is none. Returns by how much the number of live memories changes.
 */
export function erase(sql: OwnerTransaction, before: ListedFields | undefined, id: string, at: string): number {
  return change(sql, eraseStatement, id, before, undefined, tagChanges(before, undefined).gone, [at]);
}

/** `more`: the statement's own values, which follow the values of the common part (see ./statements.ts). */
function change(
  sql: OwnerTransaction,
  statement: string,
  id: string,
  before: ListedFields | undefined,
  after: ListedFields | undefined,
  gone: string[],
  more: SqlValue[],
): number {
  const counts = countChanges(before, after);
  const wasTrashed = before !== undefined && before.deletedAt !== null;
  const live = liveChange(before, after);
  sql.send(statement, id, live, JSON.stringify(counts), gone, wasTrashed, before?.createdAt ?? '', ...more);
  const fewer = counts.filter(({ by }) => by < 0);
  if (fewer.length > 0) sql.send(sweepStatement, JSON.stringify(fewer));
  return live;
}
