import { cmp, type DBCoreKeyRange, type Dexie } from 'dexie';
import type { Change } from './changes.ts';
import { entriesOf } from './entries.ts';
import type { JournalFile } from './files.ts';
import { RecordReader } from './record.ts';

/** `DBCoreRangeType` of Dexie, which its types don't export as a value. */
const range = { equal: 1, range: 2, any: 3 } as const;

/**
 * Tables whose rows are never deleted, with one exception: a memory deleted for good becomes a tombstone, and a
 * restored memory replaces its tombstone.
 */
const keptTables = ['settings', 'counters', 'memories', 'tombstones'];
const swapped: Record<string, string> = { memories: 'tombstones', tombstones: 'memories' };

/** Reads a file in slices and collects, for each table, the keys of the rows that the file restores. */
export class ReadBack {
  readonly #file: JournalFile;
  readonly #database: Dexie;
  /** By table, then by the key as JSON. */
  readonly #rows = new Map<string, Map<string, unknown>>();
  readonly #skipsDamage: boolean;
  #isDamaged = false;
  #at = 0;

  /**
   * `skipsDamage`: continues after damaged records. A damaged record may have deleted any row that was read before it,
   * so those rows are forgotten, except in `keptTables`.
   */
  constructor(file: JournalFile, database: Dexie, { skipsDamage = false } = {}) {
    this.#file = file;
    this.#database = database;
    this.#skipsDamage = skipsDamage;
  }

  get memories(): number {
    return this.#rows.get('memories')?.size ?? 0;
  }

  /** Whether the other file restores a row that this one doesn't. */
  lacksRowOf(other: ReadBack): boolean {
    const has = (table: string | undefined, key: string) => this.#rows.get(table ?? '')?.has(key) === true;
    for (const [table, rows] of other.#rows)
      for (const key of rows.keys())
        if (!has(table, key) && !(other.#isDamaged && has(swapped[table], key))) return true;
    return false;
  }

  /**
   * Reads about `bytes` more, at most to `end`; returns whether it reached `end`. Throws if it finds damage, unless
   * `skipsDamage` is set.
   */
  read(end: number, bytes: number): boolean {
    const from = this.#at;
    if (from < end) {
      for (const found of entriesOf(this.#file, from)) {
        if ('changes' in found.entry) found.entry.changes.forEach((change) => this.#note(change));
        this.#at = found.end;
        if (found.end >= end || found.end - from >= bytes) break;
      }
      if (this.#at === from) {
        if (!this.#skipsDamage)
          throw new DOMException('The journal does not contain what was written to it.', 'DataError');
        this.#skip(end);
      }
    }
    return this.#at >= end;
  }

  #skip(end: number): void {
    this.#isDamaged = true;
    for (const [table, rows] of this.#rows) if (!keptTables.includes(table)) rows.clear();
    const reader = new RecordReader(this.#file);
    do this.#at++;
    while (this.#at < end && reader.at(this.#at) === undefined);
  }

  #note(change: Change): void {
    // A journal written by a later version of Commonplace may have a table that this version lacks.
    const table = this.#database.tables.find(({ name }) => name === change.table);
    if (table === undefined) return;
    const rows = this.#rows.get(change.table) ?? new Map<string, unknown>();
    this.#rows.set(change.table, rows);
    const extract = table.core.schema.primaryKey.extractKey!;
    if (change.type === 'put') {
      for (const row of change.values) {
        const key: unknown = extract(row);
        rows.set(JSON.stringify(key), key);
      }
    } else if (change.type === 'delete') for (const key of change.keys) rows.delete(JSON.stringify(key));
    else if (change.range.type === range.any) rows.clear();
    else for (const [json, key] of rows) if (isIn(key, change.range)) rows.delete(json);
  }
}

function isIn(key: unknown, { type, lower, lowerOpen, upper, upperOpen }: DBCoreKeyRange): boolean {
  if (type === range.equal) return cmp(key, lower) === 0;
  if (type !== range.range) return false;
  const [fromLower, toUpper] = [lower === undefined ? 1 : cmp(key, lower), upper === undefined ? -1 : cmp(key, upper)];
  return (lowerOpen === true ? fromLower > 0 : fromLower >= 0) && (upperOpen === true ? toUpper < 0 : toUpper <= 0);
}
