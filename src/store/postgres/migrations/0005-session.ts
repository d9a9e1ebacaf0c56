import type { Migration } from '../../../service/ports/sql.ts';

/** Adds the column `session`. Existing tokens get false, even those from a sign-in. */
export const session: Migration = {
  name: '0005-session',
  async up(sql) {
    await sql.query('alter table tokens add column session boolean not null default false');
  },
};
