import type { IndexFilters } from '../../service/ports/keyword-index.ts';
import type { StatementValues } from '../../service/ports/statement-values.ts';

/** The filters and `within` as SQL conditions, each preceded by `and`. */
export function conditionsOf(
  { collections, tagKeys, source, createdAfter, createdBefore, site, only, without }: IndexFilters,
  within: string[] | undefined,
  values: StatementValues,
): string {
  const conditions: string[] = [];
  for (const ids of [collections, within])
    if (ids !== undefined) conditions.push(`collection = any(${values.add(ids)}::text[])`);
  if (tagKeys !== undefined && tagKeys.length > 0) conditions.push(`tag_keys @> ${values.add(tagKeys)}::text[]`);
  if (source !== undefined) conditions.push(`source = ${values.add(source)}::text`);
  if (createdAfter !== undefined) conditions.push(`created_at > ${values.add(Date.parse(createdAfter))}::bigint`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${values.add(Date.parse(createdBefore))}::bigint`);
  if (site !== undefined) {
    const wanted = `${values.add(site)}::text`;
    conditions.push(`(site = ${wanted} or right(site, length(${wanted}) + 1) = '.' || ${wanted})`);
  }
  if (only !== undefined) conditions.push(`memory = any(${values.add(only)}::text[])`);
  if (without !== undefined) conditions.push(`memory <> all(${values.add(without)}::text[])`);
  return conditions.map((condition) => ` and ${condition}`).join('');
}
