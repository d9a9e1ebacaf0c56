import type { Migration } from '../../../service/ports/sql.ts';

/**
 * The tables of search by meaning, and its queue. vector-tables.ts adds the vector columns, which depend on the model
 * and on pgvector.
 */
export const searchMeaning: Migration = {
  name: '0101-search-meaning',
  async up(sql) {
    await sql.query(
      'create table search_shelf (sole boolean primary key check (sole), model text not null, form text not null)',
    );
    // A vector for each window of a memory's text, with the columns that filters use. `place`: the window's index in
    // its memory. `graphed`: the window's vector is in the HNSW index.
    await sql.query(`create table search_windows (
      owner text collate "C" not null,
      memory text collate "C" not null,
      place int not null,
      starts int not null,
      ends int not null,
      created_at bigint not null,
      source text not null,
      collection text,
      tag_keys text[] not null,
      graphed boolean not null,
      primary key (owner, memory, place)
    )`);
    // The queue of memories to index: those without vectors and, since 0103, those without token vectors.
    // `claimed_until`: a process is indexing the memory until then. `set_aside`: the model can't embed it.
    await sql.query(`create table search_unread (
      owner text collate "C" not null,
      memory text collate "C" not null,
      created_at bigint not null,
      text_hash text not null,
      claimed_until timestamptz not null default '-infinity',
      set_aside boolean not null default false,
      primary key (owner, memory)
    )`);
    await sql.query(
      'create index search_unread_newest on search_unread (owner, created_at desc, memory desc) where not set_aside',
    );
  },
};
