/**
 * One step in the form of the strict database, a file each, never changed once released.
 *
 * A step only adds stores and indexes. Dexie opens a database of any number, higher ones too, and after a way back and forth it does
 * not run a step again; so no step rewrites rows, and nothing may be read by the database's number. A row of a new form carries
 * `form`, the number of the step that made it (none: 1), and whoever reads it decides by that.
 */
export interface Migration {
  version: number;
  /** In Dexie's language of schemas: the primary key, then the indexes. */
  stores: Record<string, string>;
}
