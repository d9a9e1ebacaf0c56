import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The length of the parts into which a text is cut. A file with one of these parts counts as a match: databases split
 * and compress text, so a file may not contain the whole text in one piece.
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

/** The decompressed content, since backups use gzip. Empty if the running browser has deleted the file. */
function contentOf(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  } catch {
    return Buffer.alloc(0);
  }
}
