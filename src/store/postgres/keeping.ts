import type { MemoryRow } from '../../service/ports/rows.ts';
import { memoryColumns, selected } from './columns.ts';
import { countChanges, liveChange, type Placed, tagChanges } from './facets.ts';
import type { OwnerSql } from './owner-sql.ts';
import type { OwnerRow } from './reader.ts';
import { eraseStatement, putStatement, sweepStatement } from './statements.ts';

type Kept = Pick<OwnerRow, 'seq' | 'memories'>;

/** Writes a memory whole, with its tags and counts, and gives it the next seq. */
export async function put(sql: OwnerSql, row: Omit<MemoryRow, 'seq'>): Promise<Kept> {
  const { id, content, source, tags, tagKeys, collection, url, title, version, createdAt, updatedAt, deletedAt, origin, chargedAt } = row;
  const before = await placed(sql, id);
  const { gone, added } = tagChanges(before, row);
  const counts = countChanges(before, row);
  const changes = [liveChange(before, row), JSON.stringify(counts), JSON.stringify(gone), JSON.stringify(added)];
  const fields = [content, source, tags, tagKeys, collection, url, title, version, createdAt, updatedAt, deletedAt, origin && JSON.stringify(origin), chargedAt];
  const kept = await sql.first<Kept>(putStatement, id, ...changes, ...fields);
  await sweep(sql, counts);
  return kept!;
}

/** Deletes a memory for good and leaves a tombstone with the next seq. */
export async function erase(sql: OwnerSql, id: string, at: string): Promise<Kept> {
  const before = await placed(sql, id);
  const { gone } = tagChanges(before, undefined);
  const counts = countChanges(before, undefined);
  const kept = await sql.first<Kept>(eraseStatement, id, liveChange(before, undefined), JSON.stringify(counts), JSON.stringify(gone), at);
  await sweep(sql, counts);
  return kept!;
}

function placed(sql: OwnerSql, id: string): Promise<Placed | undefined> {
  return sql.first<MemoryRow>(`select ${selected(memoryColumns, 'm')} from memories m where owner = $1 and id = $2`, id);
}

async function sweep(sql: OwnerSql, counts: ReturnType<typeof countChanges>): Promise<void> {
  const fewer = counts.filter(({ by }) => by < 0);
  if (fewer.length > 0) await sql.all(sweepStatement, JSON.stringify(fewer));
}
