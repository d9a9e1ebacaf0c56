import type { IndexFilters } from '../../service/ports/keyword-index.ts';
import type { SqlValue } from '../../service/ports/sql.ts';

/** Values of one statement, numbered as they are named. */
export class Values {
  readonly all: SqlValue[] = [];

  /** Answers how the value is written in the statement. */
  add(value: SqlValue): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** What the columns that filters look at must be, as conditions joined by `and`, each with `and` before it. */
export function conditionsOf({ collections, tagKeys, source, createdAfter, createdBefore }: IndexFilters, within: string[] | undefined, values: Values): string {
  const conditions: string[] = [];
  for (const some of [collections, within]) if (some !== undefined) conditions.push(`collection = any(${values.add(some)}::text[])`);
  if (tagKeys !== undefined && tagKeys.length > 0) conditions.push(`tag_keys @> ${values.add(tagKeys)}::text[]`);
  if (source !== undefined) conditions.push(`source = ${values.add(source)}::text`);
  if (createdAfter !== undefined) conditions.push(`created_at > ${values.add(Date.parse(createdAfter))}::bigint`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${values.add(Date.parse(createdBefore))}::bigint`);
  return conditions.map((condition) => ` and ${condition}`).join('');
}
