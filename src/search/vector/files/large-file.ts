/**
 * A file written in place. A finished write survives the end of the process; if the machine stops, the last writes may
 * be lost or incomplete.
 */
export interface LargeFile {
  /** In bytes. */
  size(): Promise<number>;
  /** Fills `into` with the file's bytes from `at` on, up to the file's end. Returns the number of bytes read. */
  read(at: number, into: Uint8Array): Promise<number>;
  /** `at` is at most the size. */
  write(at: number, bytes: Uint8Array): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** Storage for files that are too large to be rewritten at each change. */
export interface LargeFiles {
  /** Opens or creates a file. A file must not be open twice at the same time. */
  open(name: string): Promise<LargeFile>;
  remove(name: string): Promise<void>;
}
