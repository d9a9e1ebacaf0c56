import type { Migration } from '../../../service/ports/sql.ts';

/**
 * The owner comes first in every key and index, so that an owner's rows are stored together and a distributed database
 * can shard by owner.
 * Exceptions: `rate_windows`, which also counts senders without a token, and `tokens_by_id`, to find a token's owner.
 * Times are ISO 8601 UTC as text, except in `rate_windows`. Keys of `v1/keys` that rows are sorted by are stored as
 * ordered bytes (see ../ordered-bytes.ts).
 */
export const store: Migration = {
  name: '0001-store',
  async up(sql) {
    for (const statement of statements) await sql.query(statement);
  },
};

const statements = [
  // Every write locks its owner's row first: see ../index.ts. Half of each page is left free, since the row changes
  // with every write.
  `create table owners (
    owner text collate "C" primary key,
    created_at text collate "C" not null,
    seq bigint not null default 0,
    memories bigint not null default 0,
    plan text not null default 'unlimited',
    day text collate "C" not null default '1970-01-01',
    transactions bigint not null default 0
  ) with (fillfactor = 50)`,

  `create table memories (
    owner text collate "C" not null,
    id text collate "C" not null,
    content text not null,
    source text collate "C" not null,
    tags text[] not null,
    tag_keys text[] not null,
    collection text collate "C",
    url text collate "C",
    title text,
    version bigint not null,
    created_at text collate "C" not null,
    updated_at text collate "C" not null,
    deleted_at text collate "C",
    origin json,
    charged_at text collate "C",
    seq bigint not null,
    trashed boolean not null generated always as (deleted_at is not null) stored,
    primary key (owner, id)
  )`,
  `create unique index memories_by_seq on memories (owner, seq)`,
  `create index memories_by_time on memories (owner, trashed, created_at, id)`,
  `create index memories_by_collection on memories (owner, trashed, collection, created_at, id) where collection is not null`,
  `create index memories_by_source on memories (owner, trashed, source, created_at, id)`,
  // By hash: a URL may be too long for an index entry.
  `create index memories_by_url on memories (owner, trashed, hashtextextended(url, 0), created_at, id) where url is not null`,

  // A row for each tag of each memory, for listings by tag and for the oldest spelling of each tag.
  `create table memory_tags (
    owner text collate "C" not null,
    trashed boolean not null,
    key bytea not null,
    created_at text collate "C" not null,
    id text collate "C" not null,
    collection text collate "C",
    tag text not null,
    primary key (owner, trashed, key, created_at, id)
  )`,
  `create index memory_tags_by_collection on memory_tags (owner, trashed, collection, key, created_at, id) where collection is not null`,

  // The number of memories in each facet (see ../facets.ts), at least 1.
  `create table counts (
    owner text collate "C" not null,
    trashed boolean not null,
    kind text collate "C" not null,
    collection text collate "C" not null,
    name bytea not null,
    memories bigint not null,
    primary key (owner, trashed, kind, collection, name)
  ) with (fillfactor = 80)`,

  `create table tombstones (
    owner text collate "C" not null,
    id text collate "C" not null,
    erased_at text collate "C" not null,
    seq bigint not null,
    primary key (owner, id)
  )`,
  `create unique index tombstones_by_seq on tombstones (owner, seq)`,

  `create table collections (
    owner text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    key bytea not null,
    created_at text collate "C" not null,
    updated_at text collate "C" not null,
    primary key (owner, id)
  )`,
  `create unique index collections_by_key on collections (owner, key)`,

  `create table tokens (
    owner text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    secret_hash text not null,
    scopes text[] not null,
    collections text[],
    origin text,
    rate_limit json not null,
    created_at text collate "C" not null,
    expires_at text collate "C",
    primary key (owner, id)
  )`,
  `create unique index tokens_by_id on tokens (id)`,

  `create table idempotency (
    owner text collate "C" not null,
    token_id text collate "C" not null,
    operation text collate "C" not null,
    key text collate "C" not null,
    fingerprint text not null,
    created_at text collate "C" not null,
    status integer not null,
    headers json not null,
    body text,
    primary key (owner, token_id, operation, key)
  )`,
  `create index idempotency_by_time on idempotency (owner, created_at)`,

  `create table settings (
    owner text collate "C" not null,
    name text collate "C" not null,
    value text not null,
    primary key (owner, name)
  )`,

  // Times in Unix milliseconds. `allowed`: whether the last request was allowed.
  `create table rate_windows (
    subject text collate "C" primary key,
    start bigint not null,
    count bigint not null,
    allowed boolean not null,
    last_used bigint not null
  ) with (fillfactor = 50)`,
];
