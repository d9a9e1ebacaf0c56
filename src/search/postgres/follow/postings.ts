import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { packed, packedWithout, type Posting } from '../postings.ts';
import type { StoredWord, wordsOfBag } from '../words.ts';

/** A memory's words, with the integer that stands for the memory in postings. */
export type Numbered = { number: number } & ReturnType<typeof wordsOfBag>;

/** How many postings fit in a row. With more, PostgreSQL would move the column out of the row (TOAST). */
const mostInRow = 220;

/**
 * Adds memories to the postings of their words. A word's postings are spread over rows. The last row, the tail, grows
 * until it is full. `first`: the lowest number among the added memories, higher than every number in the postings.
 */
export async function addPostings(sql: Sql, owner: Owner, first: number, added: Numbered[]): Promise<void> {
  const byWord = new Map<string, { word: StoredWord; postings: Posting[] }>();
  for (const { number, words, length } of added) {
    for (const { word, count } of words.values()) {
      const entry = byWord.get(word.word) ?? { word, postings: [] };
      entry.postings.push({ number, count, length });
      byWord.set(word.word, entry);
    }
  }
  if (byWord.size === 0) return;
  const given = Array.from(byWord.values(), ({ word, postings }) => ({
    ...word,
    holders: postings.length,
    postings: packed(postings),
  }));
  await sql.query(
    `with given as (
      select * from json_to_recordset($2::json) as g (word text, term text, length int, letters int, unspaced boolean, holders int, postings text)
    ), tails as (
      insert into search_words as w (owner, word, term, length, letters, unspaced, holders, tail, tail_count)
      select $1, word, term, length, letters, unspaced, holders, $3::int, holders from given
      on conflict (owner, word) do update set
        holders = w.holders + excluded.holders,
        tail = case when w.tail_count + excluded.holders > ${mostInRow} then excluded.tail else w.tail end,
        tail_count = case when w.tail_count + excluded.holders > ${mostInRow} then excluded.holders else w.tail_count + excluded.holders end
      returning word, tail
    )
    insert into search_postings as p (owner, word, first, postings)
    select $1, word, tail, decode(given.postings, 'hex') from given join tails using (word)
    on conflict (owner, word, first) do update set postings = p.postings || excluded.postings`,
    [owner, JSON.stringify(given), first],
  );
}

/** Removes memories from the postings of their words. */
export async function removePostings(sql: Sql, owner: Owner, removed: Numbered[]): Promise<void> {
  const byWord = new Map<string, Set<number>>();
  for (const { number, words } of removed) {
    for (const { word } of words.values()) byWord.set(word.word, (byWord.get(word.word) ?? new Set()).add(number));
  }
  if (byWord.size === 0) return;
  const pairs = Array.from(byWord, ([word, numbers]) =>
    Array.from(numbers, (number) => [word, number] as const),
  ).flat();
  const rows = await sql.query<{ word: string; first: number; postings: Uint8Array }>(
    `select distinct p.* from unnest($2::text[], $3::int[]) as g (word, number) cross join lateral (
      select word, first, postings from search_postings p where p.owner = $1 and p.word = g.word and p.first <= g.number order by first desc limit 1
    ) p`,
    [owner, pairs.map(([word]) => word), pairs.map(([, number]) => number)],
  );
  const changed = rows.map(({ word, first, postings }) => ({
    word,
    first,
    postings: packedWithout(postings, byWord.get(word)!),
  }));
  const left = JSON.stringify(changed.filter(({ postings }) => postings !== ''));
  const empty = JSON.stringify(changed.filter(({ postings }) => postings === ''));
  const given =
    'json_to_recordset($2::json) as g (word text, first int, postings text) where p.owner = $1 and p.word = g.word and p.first = g.first';
  await sql.query(`update search_postings p set postings = decode(g.postings, 'hex') from ${given}`, [owner, left]);
  await sql.query(`delete from search_postings p using ${given}`, [owner, empty]);
  const words = [...byWord.keys()];
  const counts = [owner, words, words.map((word) => byWord.get(word)!.size)];
  // Deletes first: a long text may have ten thousand words of its own, which the update would rewrite.
  const lost = 'unnest($2::text[], $3::int[]) as g (word, gone) where w.owner = $1 and w.word = g.word';
  await sql.query(`delete from search_words w using ${lost} and w.holders = g.gone`, counts);
  await sql.query(`update search_words w set holders = holders - g.gone from ${lost}`, counts);
}
