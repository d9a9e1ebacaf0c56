import type { Migration } from '../../../service/ports/sql.ts';

/** The tables of keyword search. They are derived from the change feed and can be dropped at any time. */
export const searchWords: Migration = {
  name: '0100-search-words',
  async up(sql) {
    // A row per owner: the seq up to which the owner's feed has been read, totals, the number of vectors, and whether
    // all vectors are in the graph (0101). Lock this row before changing other rows of the owner. Claiming, releasing
    // and setting aside memories (0101) needs no lock.
    await sql.query(`create table search_owners (
      owner text collate "C" primary key,
      store text not null,
      analyser int not null,
      seq bigint not null,
      memories int not null,
      total_length bigint not null,
      next_number int not null,
      windows int not null,
      graphed boolean not null default false
    )`);
    // The live memories. Times are Unix milliseconds; a length counts distinct terms. Numbers are never reused: a
    // memory whose words change gets a new one.
    await sql.query(`create table search_memories (
      owner text collate "C" not null,
      memory text collate "C" not null,
      number int not null,
      seq bigint not null,
      created_at bigint not null,
      source text not null,
      collection text,
      tag_keys text[] not null,
      length int not null,
      text_hash text not null,
      windows int not null,
      primary key (owner, memory),
      unique (owner, number)
    )`);
    // A table of its own keeps the rows of search_memories narrow for filters.
    await sql.query(`create table search_bags (
      owner text collate "C" not null,
      number int not null,
      bag text not null,
      primary key (owner, number)
    )`);
    // Each different word of an owner's memories: `word` is its plain form (`plainOf`), `term` its stem; `length` is in
    // UTF-16 units. `tail` is the `first` of the word's last row in search_postings, to which new postings are added.
    await sql.query(`create table search_words (
      owner text collate "C" not null,
      word text collate "C" not null,
      term text collate "C" not null,
      length int not null,
      letters int not null,
      unspaced boolean not null,
      holders int not null,
      tail int not null,
      tail_count int not null,
      primary key (owner, word)
    )`);
    await sql.query('create index search_words_by_term on search_words (owner, term)');
    // Each row: some of the memories that contain a word, packed as in postings.ts. The memories' numbers are at least
    // `first`, and lower than the `first` of the word's next row.
    await sql.query(`create table search_postings (
      owner text collate "C" not null,
      word text collate "C" not null,
      first int not null,
      postings bytea not null,
      primary key (owner, word, first)
    ) with (fillfactor = 70)`);
  },
};
