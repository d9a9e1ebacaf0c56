import { isUnspaced } from '../../../lib/text/words.ts';
import type { IndexFilters } from '../../../service/ports/keyword-index.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import { StatementValues } from '../../../service/ports/statement-values.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { conditionsOf } from '../conditions.ts';
import { unpacked } from '../postings.ts';
import { plainKey } from '../words.ts';

/** See KeywordIndex.containing. */
export async function containing(
  sql: Sql,
  owner: Owner,
  words: string[],
  filters: IndexFilters,
  within: string[] | undefined,
): Promise<string[]> {
  const values = new StatementValues();
  const from = `from search_memories where owner = ${values.add(owner)}`;
  const [first, ...others] = words;
  let numbers = '';
  if (first !== undefined) {
    let holders = await holdersOf(sql, owner, first);
    for (const word of others) {
      const found = new Set(await holdersOf(sql, owner, word));
      holders = holders.filter((number) => found.has(number));
    }
    numbers = ` and number = any(${values.add(holders)}::int[])`;
  }
  const rows = await sql.query<{ memory: string }>(
    `select memory ${from}${numbers}${conditionsOf(filters, within, values)}`,
    values.all,
  );
  return rows.map(({ memory }) => memory);
}

/**
 * The numbers (internal ids) of the memories that contain a plain word. For a character of a script without spaces: of
 * the memories with any word that contains the character.
 */
async function holdersOf(sql: Sql, owner: Owner, plain: string): Promise<number[]> {
  const condition = isUnspaced(plain) ? 'w.unspaced and strpos(w.word, $2) > 0' : 'w.word = $2';
  const rows = await sql.query<{ postings: Uint8Array }>(
    `select p.postings from search_words w join search_postings p on p.owner = w.owner and p.word = w.word where w.owner = $1 and ${condition}`,
    [owner, plainKey(plain)],
  );
  return rows.flatMap(({ postings }) => [...unpacked(postings)].filter((_, index) => index % 2 === 0));
}
