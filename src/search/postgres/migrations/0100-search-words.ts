import type { Migration } from '../../../service/ports/sql.ts';

/** What searches by word read. All of it can be thrown away: it is made of the change feed. */
export const searchWords: Migration = {
  name: '0100-search-words',
  async up(sql) {
    // How far each owner's feed has been read; how many vectors there are, and whether all are in the graph (0101). Whoever changes anything of the owner's in these tables locks the row first.
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
    // The live memories. Times are Unix milliseconds; a length counts distinct terms. A number is given once: a memory whose words change gets another one.
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
    // Beside them, so that filters pass over narrow rows.
    await sql.query(`create table search_bags (
      owner text collate "C" not null,
      number int not null,
      bag text not null,
      primary key (owner, number)
    )`);
    // The plain words of all bags; lengths in UTF-16 units. New postings go into the row that begins at \`tail\`.
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
    // Each row: the memories that hold a word, from the number \`first\` on, packed as postings.ts says.
    await sql.query(`create table search_postings (
      owner text collate "C" not null,
      word text collate "C" not null,
      first int not null,
      postings bytea not null,
      primary key (owner, word, first)
    ) with (fillfactor = 70)`);
  },
};
