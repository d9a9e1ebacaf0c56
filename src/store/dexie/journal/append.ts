import type { JournalFile, OpenFiles } from './files.ts';
import type { Extent } from './row.ts';

/**
 * Writes bytes at the end of an extent (the committed part of a file), over leftovers of an aborted transaction.
 * Returns the longer extent.
 */
export function append<Known extends Extent>(files: OpenFiles, extent: Known, bytes: Uint8Array): Known {
  const file = files[extent.file];
  cut(file, extent.end);
  const written = file.write(bytes, extent.end);
  if (written < bytes.length)
    throw new DOMException(
      `Only ${written} of ${bytes.length} bytes could be written to the journal.`,
      'QuotaExceededError',
    );
  return { ...extent, end: extent.end + bytes.length };
}

/** Removes what the file has after `end`. */
export function cut(file: JournalFile, end: number): void {
  if (file.size() > end) file.truncate(end);
}

/** Like `cut`, but ignores failure: the next append cuts the file then. */
export function cutIfPossible(file: JournalFile, end: number): void {
  try {
    cut(file, end);
  } catch {
    return;
  }
}
