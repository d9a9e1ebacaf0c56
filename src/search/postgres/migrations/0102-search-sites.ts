import type { Migration } from '../../../service/ports/sql.ts';

/**
 * Adds the site of each memory's address, for the filter `site`. With `seq` at 0, each feed is read again from its
 * start, which fills in the sites. The words and vectors of unchanged texts stay.
 */
export const searchSites: Migration = {
  name: '0102-search-sites',
  async up(sql) {
    for (const table of ['search_memories', 'search_windows'])
      await sql.query(`alter table ${table} add column site text collate "C"`);
    await sql.query('update search_owners set seq = 0');
  },
};
