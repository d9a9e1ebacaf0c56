/** A file that is written in place. A write that was answered outlives the process; where the machine stops, what was written last may be lost or torn. */
export interface LargeFile {
  /** In bytes. */
  size(): Promise<number>;
  /** Fills `into` from the byte `at` on; answers how many bytes there were. */
  read(at: number, into: Uint8Array): Promise<number>;
  /** `at` is at most the size. */
  write(at: number, bytes: Uint8Array): Promise<void>;
  /** Cuts off what lies behind. */
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** Where an index keeps files that are too large to be written whole. */
export interface LargeFiles {
  /** Opens a file, an empty one where there is none. Each may be open once. */
  open(name: string): Promise<LargeFile>;
  remove(name: string): Promise<void>;
}
