import { strFromU8 } from 'fflate';
import { UnreadableFile } from './unreadable.ts';

/** What the directory at the end of a zip archive says about a file. */
export interface DirectoryEntry {
  name: string;
  /** The CRC-32 of the unpacked file. */
  crc: number;
  isEncrypted: boolean;
}

/** The lengths of the records in bytes, without the texts that follow them. */
const endBytes = 22;
const locatorBytes = 20;
const largeEndBytes = 56;
const entryBytes = 46;

const maxCommentBytes = 65_535;
/** Enough for 200,000 files. */
const maxDirectoryBytes = 67_108_864;

const signatures = { entry: 0x02014b50, end: 0x06054b50, largeEnd: 0x06064b50, locator: 0x07064b50 };

export const cutShort = (cause?: unknown) => new UnreadableFile('The archive is damaged or cut short.', { cause });

/** @throws UnreadableFile if the archive has no complete directory, or too many files */
export async function readDirectory(file: Blob): Promise<DirectoryEntry[]> {
  try {
    const { offset, bytes } = await positionIn(file);
    if (bytes > maxDirectoryBytes) throw new UnreadableFile('The archive has too many files.');
    return entriesIn(await viewOf(file, offset, bytes));
  } catch (failure) {
    // Reading a record outside the file throws a RangeError.
    throw failure instanceof RangeError ? cutShort(failure) : failure;
  }
}

const viewOf = async (file: Blob, offset: number, bytes: number) =>
  new DataView(await file.slice(offset, offset + bytes).arrayBuffer(), 0, bytes);

/** Finds the directory by the record at the end of the archive, or by the longer one that large archives have. */
async function positionIn(file: Blob): Promise<{ offset: number; bytes: number }> {
  const tailBytes = Math.min(file.size, endBytes + maxCommentBytes);
  const tail = await viewOf(file, file.size - tailBytes, tailBytes);
  let end = tailBytes - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== signatures.end) end--;
  if (end < 0) throw cutShort();
  const position = { offset: tail.getUint32(end + 16, true), bytes: tail.getUint32(end + 12, true) };
  const locator = end - locatorBytes;
  if (locator < 0 || tail.getUint32(locator, true) !== signatures.locator) return position;
  const large = await viewOf(file, Number(tail.getBigUint64(locator + 8, true)), largeEndBytes);
  if (large.getUint32(0, true) !== signatures.largeEnd) throw cutShort();
  return { offset: Number(large.getBigUint64(48, true)), bytes: Number(large.getBigUint64(40, true)) };
}

function entriesIn(directory: DataView<ArrayBuffer>): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at < directory.byteLength;) {
    if (directory.getUint32(at, true) !== signatures.entry) throw cutShort();
    const flags = directory.getUint16(at + 8, true);
    const nameBytes = directory.getUint16(at + 28, true);
    const isLatin = (flags & 0x800) === 0;
    entries.push({
      name: strFromU8(new Uint8Array(directory.buffer, at + entryBytes, nameBytes), isLatin),
      crc: directory.getUint32(at + 16, true),
      isEncrypted: (flags & 1) !== 0,
    });
    at += entryBytes + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}
