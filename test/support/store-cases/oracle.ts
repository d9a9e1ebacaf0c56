import type { MemoryRow, TagCount } from '../../../src/service/ports/rows.ts';
import type { MemoryQuery, NameQuery } from '../../../src/service/ports/store.ts';
import type { NewMemory } from './rows.ts';

type Row = NewMemory | MemoryRow;

/** The expected ids of a list, computed simply and without the stores' code. */
export function expectedList(rows: Iterable<Row>, query: MemoryQuery): string[] {
  const wanted: Row[] = [];
  for (const row of rows) {
    if (query.deleted !== (row.deletedAt !== null)) continue;
    if (query.collections && !query.collections.some((id) => id === row.collection)) continue;
    if (query.tagKeys?.some((key) => !row.tagKeys.includes(key))) continue;
    if (query.source !== undefined && query.source !== row.source) continue;
    if (query.url !== undefined && query.url !== row.url) continue;
    if (query.createdAfter !== undefined && !(Date.parse(row.createdAt) > Date.parse(query.createdAfter))) continue;
    if (query.createdBefore !== undefined && !(Date.parse(row.createdAt) < Date.parse(query.createdBefore))) continue;
    if (query.only !== undefined && !query.only.some((id) => id === row.id)) continue;
    wanted.push(row);
  }
  const ids = wanted
    .sort(oldestFirst)
    .reverse()
    .map((row) => row.id);
  const { after } = query;
  const skipped = after ? wanted.filter((row) => sortKey(row) >= sortKey(after)).length : 0;
  return ids.slice(skipped, skipped + query.limit);
}

export function expectedTags(
  rows: Iterable<Row>,
  { within, prefix, after, limit }: NameQuery & { prefix: string },
): TagCount[] {
  const counted = liveIn(rows, within).sort(oldestFirst);
  const keys = [...new Set(counted.flatMap((row) => row.tagKeys))].sort();
  return keys
    .filter((key) => key.slice(0, prefix.length) === prefix && (after === undefined || key > after))
    .slice(0, limit)
    .map((key) => {
      const tagged = counted.filter((row) => row.tagKeys.includes(key));
      const first = tagged[0]!;
      return { key, tag: first.tags[first.tagKeys.indexOf(key)]!, memoryCount: tagged.length };
    });
}

export function expectedCount(rows: Iterable<Row>, within?: string[]): number {
  return liveIn(rows, within).length;
}

function liveIn(rows: Iterable<Row>, within?: string[]): Row[] {
  return [...rows].filter(
    (row) => row.deletedAt === null && (within === undefined || within.some((id) => id === row.collection)),
  );
}

function sortKey(row: { createdAt: string; id: string }): string {
  return `${row.createdAt} ${row.id}`;
}

function oldestFirst(one: Row, other: Row): number {
  return sortKey(one) < sortKey(other) ? -1 : 1;
}
