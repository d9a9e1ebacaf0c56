import type { Migration } from '../../../service/ports/sql.ts';

/** Adds the column `session`. Earlier sign-ins, and the tokens that they created, stay as they are. */
export const session: Migration = {
  name: '0005-session',
  async up(sql) {
    await sql.query('alter table tokens add column session boolean not null default false');
  },
};
