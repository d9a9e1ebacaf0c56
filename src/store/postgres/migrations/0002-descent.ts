import type { Migration } from '../../../service/ports/sql.ts';

/**
 * Adds columns for a token's ancestors, an owner's refunds of the day, and the id of the memory in a recorded response.
 */
export const descent: Migration = {
  name: '0002-descent',
  async up(sql) {
    for (const statement of statements) await sql.query(statement);
  },
};

const statements = [
  // The creators of older tokens are unknown.
  `alter table tokens add column ancestors json not null default '[]'`,
  `alter table owners add column refunds bigint not null default 0`,
  `alter table idempotency add column memory text collate "C"`,
  `update idempotency set memory = body::json ->> 'id' where operation in ('createMemory', 'restoreMemory')`,
  `create index idempotency_by_memory on idempotency (owner, memory) where memory is not null`,
];
