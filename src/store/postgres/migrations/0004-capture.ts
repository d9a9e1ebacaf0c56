import type { Migration } from '../../../service/ports/sql.ts';

/** Adds the column `capture`: `json`, because `jsonb` doesn't keep the order of fields. */
export const capture: Migration = {
  name: '0004-capture',
  async up(sql) {
    await sql.query('alter table memories add column capture json');
  },
};
