import type { Migration } from '../../../service/ports/sql.ts';

/**
 * A vector for each token of a window (a part of a memory's text), for late interaction. Indexed memories are queued
 * again. Their vectors stay in use until replaced.
 */
export const searchTokens: Migration = {
  name: '0103-search-tokens',
  async up(sql) {
    // Token vectors, packed with terms (lib/passage-tokens.ts); null if the model gives none or the memory wasn't
    // indexed again yet.
    await sql.query('alter table search_windows add column tokens bytea');
    // `again`: the memory has vectors and lacks only their token vectors.
    await sql.query('alter table search_unread add column again boolean not null default false');
    await sql.query(`insert into search_unread (owner, memory, created_at, text_hash, again)
      select owner, memory, created_at, text_hash, true from search_memories where windows > 0
      on conflict do nothing`);
  },
};
