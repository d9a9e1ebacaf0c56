import type { Migration } from '../../../service/ports/sql.ts';

/** The site of each memory's address, for the filter `site`. Following the feed from its start fills it in, and keeps words and vectors of unchanged texts. */
export const searchSites: Migration = {
  name: '0102-search-sites',
  async up(sql) {
    for (const table of ['search_memories', 'search_windows'])
      await sql.query(`alter table ${table} add column site text collate "C"`);
    await sql.query('update search_owners set seq = 0');
  },
};
