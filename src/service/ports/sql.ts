/** A value for `$1`, `$2`, … in a statement. JSON is passed as text, with a cast in the statement. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[];

/** A connection to PostgreSQL or PGlite. */
export interface Sql {
  /**
   * Runs one statement. Returns `bigint` as number (at most 2^53), `bytea` as Uint8Array, `json` parsed, arrays as
   * arrays. Throws StorageFull if the storage is full, StoreUnavailable if the database can't be reached.
   */
  query<Row extends object>(statement: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** The connection within a transaction. */
export interface TransactionSql extends Sql {
  /**
   * Runs one statement without waiting for it. If it fails, the next `query`, or the end of the transaction, throws its
   * error.
   */
  send(statement: string, values?: readonly SqlValue[]): void;
}

/**
 * `read`: one consistent, read-only view (REPEATABLE READ). `write`: durable once it resolves (READ COMMITTED: lock a
 * row before a decision that depends on it).
 * `relaxed write`: like `write`, but it doesn't wait for the disk, so a crash may undo it and the relaxed writes after
 * it. For data that can be computed again, such as search tables.
 * `long write`: a write without a statement time-out, for work on whole tables.
 */
export type TransactionKind = 'read' | 'write' | 'relaxed write' | 'long write';

/** A database for concurrent use. A statement outside a transaction is its own transaction. */
export interface SqlDatabase extends Sql {
  /** Product and version, for people. */
  readonly name: string;
  /** Whether it has pgvector, so that vectors can be compared in the database. */
  readonly pgvector: boolean;
  /** The current use of connections; `waiting`: callers that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  /**
   * All or nothing. `work` must await only the given connection. Runs `work` again if the connection is lost before the
   * commit, or if PostgreSQL requires it (40001, 40P01).
   */
  transaction<T>(kind: TransactionKind, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One change of the schema. Never changed once released. */
export interface Migration {
  /**
   * Unique: a number of four digits, then words, as in `0003-search-passages`. Each migration runs once, in order of
   * name.
   */
  readonly name: string;
  /** Runs in the transaction that records it as done. */
  up(sql: Sql, database: Pick<SqlDatabase, 'pgvector'>): Promise<void>;
}
