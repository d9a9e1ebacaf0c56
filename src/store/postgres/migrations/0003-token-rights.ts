import type { Migration } from '../../../service/ports/sql.ts';

/**
 * Adds columns for several secrets per token, tokens limited to memories that they saved themselves, and paused tokens.
 */
export const tokenRights: Migration = {
  name: '0003-token-rights',
  async up(sql) {
    await sql.query(`alter table tokens
      add column later_hashes text[] not null default '{}',
      add column own_only boolean not null default false,
      add column paused boolean not null default false`);
  },
};
