/**
 * One schema change of the strict database, in its own file, never changed once released.
 *
 * A migration only adds tables and indexes. Dexie opens a database of any version, even one newer than the code. After
 * a downgrade and a new upgrade, it doesn't run a migration again. So no migration rewrites rows, and code must not
 * depend on the database's version. New fields have defaults. If a default isn't enough, rows in a new format get a
 * field `form`: the number of the migration that introduced the format (absent: 1).
 */
export interface Migration {
  version: number;
  /** In Dexie's schema syntax: the primary key, then the indexes. */
  stores: Record<string, string>;
}
