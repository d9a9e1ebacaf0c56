/**
 * One schema change of the strict database, in its own file, never changed once released.
 *
 * A migration only adds tables and indexes. Dexie opens a database of any version, also a higher one, and after a downgrade and an upgrade it
 * doesn't run a migration again. So no migration rewrites rows, and code must not depend on the database's version. A row in a new format has
 * `form`, the number of the migration that introduced it (absent: 1), and readers decide by that.
 */
export interface Migration {
  version: number;
  /** In Dexie's schema syntax: the primary key, then the indexes. */
  stores: Record<string, string>;
}
