/** A file that is read and written in place; each call is done when it returns, and may throw what the browser throws. */
export interface JournalFile {
  /** In bytes. */
  size(): number;
  /** Fills `into` from a place in the file; answers how many bytes there were. */
  read(into: Uint8Array, at: number): number;
  /** Answers how many bytes were written; fewer than given where the disk is full. */
  write(bytes: Uint8Array, at: number): number;
  truncate(size: number): void;
  /** Returns once the disk has all that was written. */
  flush(): void;
  close(): void;
}

export type FileName = 'a' | 'b';

export const other = (name: FileName): FileName => (name === 'a' ? 'b' : 'a');

/**
 * The two files of a journal, open. They are made once and for good, and filled in turn: Chromium keeps the names of files in a LevelDB too,
 * so that a name that comes and goes is a risk of its own.
 */
export type OpenFiles = Record<FileName, JournalFile>;

/** Where a journal is kept, apart from IndexedDB. */
export interface JournalFiles {
  /** Undefined where there is no such place at all; throws where there is and it can't be had now. */
  open(): Promise<OpenFiles | undefined>;
}
