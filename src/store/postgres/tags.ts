import type { TagCount } from '../../service/ports/rows.ts';
import type { NameQuery } from '../../service/ports/store.ts';
import { StatementValues } from '../../service/ports/statement-values.ts';
import { afterAllThatBeginWith, orderedBytes, textOf } from './ordered-bytes.ts';
import type { OwnerSql } from './owner-sql.ts';

/** A page of tags. If `within` is given, counts only memories in these collections, to reveal nothing about others. */
export async function listTags(
  sql: OwnerSql,
  { within, prefix, after, limit }: NameQuery & { prefix: string },
): Promise<TagCount[]> {
  const values = new StatementValues(1);
  const end = afterAllThatBeginWith(prefix);
  const wanted = [
    `name >= ${values.add(orderedBytes(prefix))}`,
    ...(end === undefined ? [] : [`name < ${values.add(orderedBytes(end))}`]),
    ...(after === undefined ? [] : [`name > ${values.add(orderedBytes(after))}`]),
  ].join(' and ');
  // Each part has the first `limit` names of its collection, so together they have the first `limit` names of all.
  const part = (collection: string) => `select name, memories from counts
    where owner = $1 and trashed = false and kind = 'tag' and collection = ${collection} and ${wanted} order by name limit ${limit}`;
  const [counts, oldest] =
    within === undefined
      ? [part(`''`), oldestSpelling('key = c.name')]
      : acrossCollections(part, values.add([...new Set(within)]), limit);
  const rows = await sql.all<{ name: Uint8Array; memories: number; tag: string }>(
    `select c.name, c.memories, (${oldest}) as tag from (${counts}) c order by c.name`,
    ...values.all,
  );
  return rows.map(({ name, memories, tag }) => ({ key: textOf(name), tag, memoryCount: memories }));
}

function acrossCollections(
  part: (collection: string) => string,
  within: string,
  limit: number,
): [counts: string, oldest: string] {
  const seen = `unnest(${within}::text[]) as seen(id)`;
  const counts = `select name, sum(memories)::bigint as memories from ${seen} cross join lateral (${part('seen.id')}) counted group by name order by name limit ${limit}`;
  const first = oldestSpelling('collection = seen.id and key = c.name', 'tag, created_at, id');
  return [
    counts,
    `select tag from ${seen} cross join lateral (${first}) oldest order by oldest.created_at, oldest.id limit 1`,
  ];
}

function oldestSpelling(wanted: string, fields = 'tag'): string {
  return `select ${fields} from memory_tags where owner = $1 and trashed = false and ${wanted} order by created_at, id limit 1`;
}
