import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * A text is cut into parts of this many characters. A file with one of the parts counts as a match: databases split
 * text into blocks and compress them, so a file may not contain the whole text in one piece.
 */
export const partLength = 16;

/** The files of a folder that contain a part of the text, in UTF-8 or UTF-16, as paths below the folder. */
export function filesWith(folder: string, text: string): string[] {
  const parts = text.match(new RegExp(`.{${Math.min(partLength, text.length)}}`, 'g')) ?? [];
  const needles = parts.flatMap((part) => [Buffer.from(part), Buffer.from(part, 'utf16le')]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = contentOf(path);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((path) => relative(folder, path));
}

/**
 * Decompresses gzip, since backups are compressed. Empty if the file can't be read: the running browser may have
 * deleted it.
 */
function contentOf(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  } catch {
    return Buffer.alloc(0);
  }
}
