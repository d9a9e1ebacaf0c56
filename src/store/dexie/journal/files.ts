/** A file with synchronous, random access. Every call may throw the browser's errors. */
export interface JournalFile {
  /** In bytes. */
  size(): number;
  /** Fills `into` from the offset `at`; returns the number of bytes read. */
  read(into: Uint8Array, at: number): number;
  /** Returns how many bytes were written; fewer than given if the disk is full. */
  write(bytes: Uint8Array, at: number): number;
  truncate(size: number): void;
  /** Returns once everything written is on disk. */
  flush(): void;
  close(): void;
}

export type FileName = 'a' | 'b';

export const other = (name: FileName): FileName => (name === 'a' ? 'b' : 'a');

/**
 * The two open files of a journal. They are created once and used in turn. Chromium keeps file names in a LevelDB, as
 * it does IndexedDB's data. So each creation or deletion of a file would risk the corruption that the journal protects
 * against.
 */
export type OpenFiles = Record<FileName, JournalFile>;

/** Where a journal's files are stored, separately from IndexedDB. */
export interface JournalFiles {
  /** Undefined if the browser lacks such storage; throws if it can't be opened now. */
  open(): Promise<OpenFiles | undefined>;
}
