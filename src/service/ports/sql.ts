/** What may stand for `$1`, `$2`, … in a statement. JSON goes as its text, with a cast in the statement. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[];

/** A connection to PostgreSQL, whatever it runs in. */
export interface Sql {
  /**
   * Runs one statement. Of its columns, `bigint` come as numbers (so none may pass 2^53), `bytea` as Uint8Array, `json` parsed, arrays as arrays.
   * Throws StorageFull or StoreUnavailable of ./failures where that is why it failed.
   */
  query<Row extends object>(statement: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/**
 * `read`: one consistent view, in which nothing can be written (REPEATABLE READ). `write`: durable once it resolves (READ COMMITTED: lock first what you will decide by).
 * `long write`: a write whose statements may take any time, at work on whole tables.
 */
export type TransactionKind = 'read' | 'write' | 'long write';

/** A database that several may use at once. A statement outside a transaction is one by itself. */
export interface SqlDatabase extends Sql {
  /** As people are told: which database it is, with which version. */
  readonly name: string;
  /** Whether it has pgvector, so that vectors can be compared where they lie. */
  readonly pgvector: boolean;
  /** How its connections are used at this moment; `waiting`: who waits for one. */
  connections(): { open: number; idle: number; waiting: number };
  /**
   * All or nothing. `work` awaits nothing but the connection it is given. It runs again where the connection was lost before the end, or where PostgreSQL asks for it (40001, 40P01).
   */
  transaction<T>(kind: TransactionKind, work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A step from one version of the tables to the next. Once released it never changes. */
export interface Migration {
  /** Unique; a number of four digits, then words: `0003-search-passages`. Steps run once each, in the order of their names. */
  readonly name: string;
  /** Runs in the transaction that notes it as done. */
  up(sql: Sql, database: Pick<SqlDatabase, 'pgvector'>): Promise<void>;
}
