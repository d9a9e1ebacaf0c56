import type { IdempotencyRow, MemoryRow, TokenRow, Tombstone } from '../../service/ports/rows.ts';

type Columns<Row> = Record<keyof Row, string>;

export const memoryColumns: Columns<MemoryRow> = {
  id: 'id',
  content: 'content',
  source: 'source',
  tags: 'tags',
  tagKeys: 'tag_keys',
  collection: 'collection',
  url: 'url',
  title: 'title',
  capture: 'capture',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
  origin: 'origin',
  chargedAt: 'charged_at',
  seq: 'seq',
};

const tombstoneColumns: Columns<Tombstone> = { id: 'id', erasedAt: 'erased_at', seq: 'seq' };

export const tokenColumns: Columns<TokenRow> = {
  id: 'id',
  name: 'name',
  secretHash: 'secret_hash',
  laterHashes: 'later_hashes',
  scopes: 'scopes',
  collections: 'collections',
  origin: 'origin',
  rateLimit: 'rate_limit',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  ownOnly: 'own_only',
  paused: 'paused',
  session: 'session',
  ancestors: 'ancestors',
};

export const idempotencyColumns: Columns<IdempotencyRow> = {
  tokenId: 'token_id',
  operation: 'operation',
  key: 'key',
  fingerprint: 'fingerprint',
  createdAt: 'created_at',
  status: 'status',
  headers: 'headers',
  body: 'body',
  memory: 'memory',
};

/** The select list that returns each column under its field's name. `from`: the table's alias. */
function selected<Row>(columns: Columns<Row>, from: string): string {
  return Object.entries<string>(columns)
    .map(([field, column]) => `${from}.${column} as "${field}"`)
    .join(', ');
}

/** Select lists for the table aliases `memories m`, `tombstones t`, `tokens t` and `idempotency i`. */
export const fields = {
  memory: selected(memoryColumns, 'm'),
  tombstone: selected(tombstoneColumns, 't'),
  token: selected(tokenColumns, 't'),
  idempotency: selected(idempotencyColumns, 'i'),
};

/**
 * A statement that inserts a row. If a row already has the same values in the columns of `key`, the statement replaces
 * that row. `$1` is the owner. The value of each column follows, in order.
 */
export function upsert<Row>(table: string, columns: Columns<Row>, key: string): string {
  const names = Object.values<string>(columns);
  const values = names.map((_, index) => `$${index + 2}`);
  const changed = names.map((name) => `${name} = excluded.${name}`);
  return `insert into ${table} (owner, ${names.join(', ')}) values ($1, ${values.join(', ')}) on conflict (${key}) do update set ${changed.join(', ')}`;
}
