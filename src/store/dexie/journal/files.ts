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
 * The two open files of a journal. They are created once and used in turn: Chromium stores file names in a LevelDB,
 * like IndexedDB, so creating and deleting files would be an additional risk.
 */
export type OpenFiles = Record<FileName, JournalFile>;

/** The storage of a journal's files, apart from IndexedDB. */
export interface JournalFiles {
  /** Undefined if the browser lacks such storage; throws if it can't be opened now. */
  open(): Promise<OpenFiles | undefined>;
}
