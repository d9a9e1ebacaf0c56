import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The length of a part that counts as a match: databases split text into blocks and compress it, so the whole text may
 * not be in one piece.
 */
export const partLength = 16;

/** The files of a folder that contain a part of the text, in UTF-8 or UTF-16, as paths below the folder. */
export function filesWith(folder: string, text: string): string[] {
  const parts = text.match(new RegExp(`.{${Math.min(partLength, text.length)}}`, 'g')) ?? [];
  const marks = parts.flatMap((part) => [Buffer.from(part), Buffer.from(part, 'utf16le')]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = contentOf(path);
      return marks.some((mark) => bytes.includes(mark));
    })
    .map((path) => relative(folder, path));
}

/** Backups are compressed. A running browser deletes files at any time. */
function contentOf(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  } catch {
    return Buffer.alloc(0);
  }
}
