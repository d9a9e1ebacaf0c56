import type { JournalFile, OpenFiles } from './files.ts';
import type { Extent } from './row.ts';

/** Puts bytes behind the end that an extent tells, over whatever a transaction that came to nothing left there; answers the extent with them. */
export function append<Known extends Extent>(files: OpenFiles, extent: Known, bytes: Uint8Array): Known {
  const file = files[extent.file];
  cut(file, extent.end);
  const written = file.write(bytes, extent.end);
  if (written < bytes.length)
    throw new DOMException(
      `Of ${bytes.length} bytes only ${written} could be written to the journal.`,
      'QuotaExceededError',
    );
  return { ...extent, end: extent.end + bytes.length };
}

/** Takes off what lies behind `end`. */
export function cut(file: JournalFile, end: number): void {
  if (file.size() > end) file.truncate(end);
}

/** What stays there now is taken off by the next append. */
export function cutIfPossible(file: JournalFile, end: number): void {
  try {
    cut(file, end);
  } catch {
    return;
  }
}
