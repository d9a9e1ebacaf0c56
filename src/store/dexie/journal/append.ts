import type { JournalFile, OpenFiles } from './files.ts';
import type { Extent } from './row.ts';

/**
 * Writes bytes at the end of an extent (the committed part of a file). First cuts off what an aborted transaction left
 * after it. Returns the extent with its new end.
 */
export function append<SomeExtent extends Extent>(files: OpenFiles, extent: SomeExtent, bytes: Uint8Array): SomeExtent {
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

/** Like `cut`, but ignores a failure: the next append then cuts the file. */
export function cutIfPossible(file: JournalFile, end: number): void {
  try {
    cut(file, end);
  } catch {
    return;
  }
}
