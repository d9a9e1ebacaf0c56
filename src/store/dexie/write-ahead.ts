import type { JournalFile } from './journal/files.ts';
import { framed, RecordReader } from './journal/record.ts';

/** How long records are collected before they are written to the database, in milliseconds. */
const gatherMs = 500;

/** How long after a failure the next write to the database is tried, in milliseconds. */
const retryMs = 30_000;

/** A file longer than this, in bytes, is emptied before it grows further. */
const mostBytes = 1024 * 1024;

/** Opens the file; undefined if there is no storage for it. */
export type OpenFile = () => Promise<JournalFile | undefined>;

export interface WriteAheadParts<T> {
  /** Default: no file. */
  openFile?: OpenFile | undefined;
  /**
   * Writes records to the database, in order. Must be idempotent, because it may get some records again after a failure
   * or a restart.
   */
  apply: (records: T[]) => Promise<void>;
}

interface Pending<T> {
  record: T;
  isInFile: boolean;
}

/**
 * Small records on their way to a database. Each record is appended to a file, which takes a fraction of the time of a
 * transaction. The database gets the records together a little later. They survive the end of the process, but not a
 * power cut. Without a file, or while the file can't be written, they go to the database at once.
 */
export class WriteAhead<T> {
  readonly #parts: WriteAheadParts<T>;
  #pending: Pending<T>[] = [];
  #opening: Promise<void> | undefined;
  #file: JournalFile | undefined;
  /** The offset of the next record, in bytes. */
  #end = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();
  /** A write that hasn't begun. */
  #waiting: Promise<void> | undefined;
  #emptying: Promise<void> | undefined;

  constructor(parts: WriteAheadParts<T>) {
    this.#parts = parts;
  }

  /**
   * Resolves once the record would survive the end of the process. Rejects and drops the record if the file can't take
   * it and the database can't be written.
   */
  async add(record: T): Promise<void> {
    await this.#opened();
    if (this.#end > mostBytes) await this.empty();
    while (this.#emptying) await this.#emptying;
    const isInFile = this.#append(record);
    this.#pending.push({ record, isInFile });
    if (isInFile) this.#writeIn(gatherMs);
    else await this.settle();
  }

  /** Resolves once the database has every record added until now. */
  async settle(): Promise<void> {
    await this.#opened();
    // Records added during a write share the next one.
    this.#waiting ??= this.#writing.then(
      () => this.#write(),
      () => this.#write(),
    );
    return (this.#writing = this.#waiting);
  }

  /**
   * Like `settle`, but also empties the file: if the process is killed later, no record is written to the database
   * again.
   */
  empty(): Promise<void> {
    this.#emptying ??= this.settle().finally(() => (this.#emptying = undefined));
    return this.#emptying;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#opening?.then(() => this.#closeFile());
  }

  #opened(): Promise<void> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<void> {
    const file = await this.#parts.openFile?.().catch(() => undefined);
    if (file === undefined) return;
    const reader = new RecordReader(file);
    for (let found = reader.at(0); found !== undefined; found = reader.at(found.end)) {
      this.#pending.push({ record: JSON.parse(found.json) as T, isInFile: true });
      this.#end = found.end;
    }
    this.#file = file;
    if (this.#pending.length > 0) this.#writeIn(0);
  }

  #closeFile(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  /** Returns false if there is no file, or it can't be written. */
  #append(record: T): boolean {
    if (this.#file === undefined) return false;
    const bytes = framed(JSON.stringify(record));
    try {
      // Removes the fragment of a record that was cut off when the process was killed or the disk was full.
      if (this.#file.size() > this.#end) this.#file.truncate(this.#end);
      if (this.#file.write(bytes, this.#end) < bytes.length) return false;
    } catch {
      return false;
    }
    this.#end += bytes.length;
    return true;
  }

  #writeIn(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.settle().catch(() => this.#writeIn(retryMs));
    }, ms);
  }

  async #write(): Promise<void> {
    this.#waiting = undefined;
    const batch = this.#pending;
    this.#pending = [];
    try {
      if (batch.length > 0) await this.#parts.apply(batch.map(({ record }) => record));
    } catch (error) {
      this.#pending.unshift(...batch.filter(({ isInFile }) => isInFile));
      throw error;
    }
    if (this.#pending.length > 0 || this.#end === 0) return;
    this.#file?.truncate(0);
    this.#end = 0;
  }
}
