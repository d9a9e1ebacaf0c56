import type { MemoryRow } from '../../service/ports/rows.ts';
import type { SqlValue } from '../../service/ports/sql.ts';
import type { MemoryQuery } from '../../service/ports/store.ts';
import { StatementValues } from '../../service/ports/statement-values.ts';
import { fields } from './columns.ts';
import { type ListingIndex, chooseIndex } from './listing-index.ts';
import { orderedBytes } from './ordered-bytes.ts';
import type { OwnerSql } from './owner-sql.ts';

/**
 * A page of memories. With at most one filter that has an index, takes O(page), or O(page) for each of several
 * collections. With more filters, takes O(memories that match the filter of the chosen index).
 */
export async function listMemories(sql: OwnerSql, query: MemoryQuery): Promise<MemoryRow[]> {
  const collections = query.collections && [...new Set(query.collections)];
  if (collections?.length === 0) return [];
  const index = await chooseIndex(sql, { ...query, collections });
  const values = new StatementValues(1);
  const statement =
    index.by === 'url' || index.by === 'source'
      ? page(index, query, values)
      : acrossCollections(index, query, values, collections);
  return sql.all<MemoryRow>(statement, ...values.all);
}

/**
 * Reads a page of each collection, then takes the newest memories of all pages. If `collections` is undefined, reads
 * one page of all memories.
 */
function acrossCollections(
  index: ListingIndex,
  query: MemoryQuery,
  values: StatementValues,
  collections: string[] | undefined,
): string {
  if (collections === undefined) return page(index, query, values);
  const seen = `unnest(${values.add(collections)}::text[]) as seen(id)`;
  const { collections: _, ...others } = query;
  return `select found.* from ${seen} cross join lateral (${page(index, others, values, ['seen.id'])}) found order by found."createdAt" desc, found.id desc limit ${query.limit}`;
}

function page(index: ListingIndex, query: MemoryQuery, values: StatementValues, collection?: [name: string]): string {
  const table = index.by === 'tag' ? 't' : 'm';
  const from = index.by === 'tag' ? 'memory_tags t join memories m on m.owner = $1 and m.id = t.id' : 'memories m';
  const conditions = [`${table}.owner = $1`, `${table}.trashed = ${query.deleted}`];
  const where = (value: SqlValue | undefined, condition: (value: string) => string) => {
    if (value !== undefined) conditions.push(condition(values.add(value)));
  };
  if (collection) conditions.push(`${table}.collection = ${collection[0]}`);
  if (index.by === 'tag') where(orderedBytes(index.key), (key) => `t.key = ${key}`);
  where(query.url, (url) => `hashtextextended(m.url, 0) = hashtextextended(${url}, 0) and m.url = ${url}`);
  where(query.source, (source) => `m.source = ${source}`);
  where(query.collections, (ids) => `m.collection = any(${ids})`);
  const tagKeys = query.tagKeys?.filter((key) => index.by !== 'tag' || key !== index.key) ?? [];
  if (tagKeys.length > 0) where(tagKeys, (keys) => `m.tag_keys @> ${keys}`);
  where(query.only, (ids) => `m.id = any(${ids})`);
  where(query.createdAfter, (time) => `${table}.created_at > ${time}`);
  where(query.createdBefore, (time) => `${table}.created_at < ${time}`);
  if (query.after)
    conditions.push(
      `(${table}.created_at, ${table}.id) < (${values.add(query.after.createdAt)}, ${values.add(query.after.id)})`,
    );
  const order = `${table}.created_at desc, ${table}.id desc`;
  // The limit is part of the statement, so that the planner knows how few rows are needed.
  return `select ${fields.memory} from ${from} where ${conditions.join(' and ')} order by ${order} limit ${query.limit}`;
}
