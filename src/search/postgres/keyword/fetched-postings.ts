import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { unpacked } from '../postings.ts';
import { plainKey } from '../words.ts';
import type { Word } from './vocabulary.ts';

/** The postings of each term's words, as `unpacked` returns them. A memory may occur once per word. */
export async function postingsOf(sql: Sql, owner: Owner, terms: string[]): Promise<Map<string, Uint32Array>> {
  const rows = await sql.query<{ term: string; postings: Uint8Array }>(
    `select w.term, string_agg(p.postings, ''::bytea) as postings from search_words w join search_postings p on p.owner = w.owner and p.word = w.word
    where w.owner = $1 and w.term = any($2::text[]) group by w.term`,
    [owner, terms.map(plainKey)],
  );
  return new Map(rows.map(({ term, postings }) => [term, unpacked(postings)]));
}

/** Returns the words that occur in a visible memory. `mask`, by memory number: 1 if the memory is visible. */
export async function occurringIn<W extends Word>(sql: Sql, owner: Owner, words: W[], mask: Uint8Array): Promise<W[]> {
  if (words.length === 0) return [];
  const rows = await sql.query<{ word: string; postings: Uint8Array }>(
    `select word, string_agg(postings, ''::bytea) as postings from search_postings where owner = $1 and word = any($2::text[]) group by word`,
    [owner, words.map(({ word }) => word)],
  );
  const occurring = new Set(
    rows
      .filter(({ postings }) => unpacked(postings).some((number, index) => index % 2 === 0 && mask[number] === 1))
      .map(({ word }) => word),
  );
  return words.filter(({ word }) => occurring.has(word));
}
