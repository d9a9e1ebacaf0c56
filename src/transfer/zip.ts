import { Unzip, UnzipInflate, Zip, ZipDeflate, strToU8 } from 'fflate';
import { crc32 } from '../lib/checksum.ts';
import { chunksOf } from './chunks.ts';
import { readMarkdown } from './markdown.ts';
import type { Item, SourceFile } from './item.ts';
import { decodedText } from './text-of-file.ts';
import { UnreadableFile } from './unreadable.ts';
import { cutShort, readDirectory } from './zip-directory.ts';

/** Twice what a file needs: a memory has at most 64 KiB, and front matter may have as much. */
const maxEntryBytes = 262_144;
const mebibyte = 1_048_576;
const maxTotalMebibytes = 1024;
const maxEntries = 200_000;

/**
 * Bytes unpacked at a time. The unpacker recurses once for each file in a slice, and the stack allows a few thousand
 * calls.
 */
const sliceBytes = 16_384;

const isText = (path: string) => /\.(md|markdown|txt)$/i.test(path) && !/(^|\/)(__MACOSX|\.)/.test(path);

/** Writes a zip archive; each part is passed on as soon as it is compressed. */
export function zipWriter(write: (bytes: Uint8Array) => void): { add(path: string, text: string): void; end(): void } {
  let failure: Error | undefined;
  const zip = new Zip((error, bytes) => {
    if (error) failure = error;
    else write(bytes);
  });
  const check = () => {
    if (failure !== undefined) throw failure;
  };
  return {
    add(path, text) {
      const entry = new ZipDeflate(path, { level: 6 });
      zip.add(entry);
      entry.push(strToU8(text), true);
      check();
    },
    end() {
      zip.end();
      check();
    },
  };
}

/**
 * Reads the Markdown and text files of a zip archive.
 * @throws UnreadableFile if the archive is damaged or encrypted, has too many files or none to read, or unpacks to more
 * than `maxMebibytes`
 */
export async function* readMarkdownZip(file: Blob, maxMebibytes = maxTotalMebibytes): AsyncGenerator<Item> {
  if ((await file.slice(0, 2).text()) !== 'PK') throw new UnreadableFile('The file isn’t a zip archive.');
  const directory = (await readDirectory(file)).filter(({ name }) => isText(name));
  if (directory.length === 0) throw new UnreadableFile('The archive has no Markdown or text files.');
  if (directory.some(({ isEncrypted }) => isEncrypted))
    throw new UnreadableFile('The archive is encrypted. Unpack it with its password, then import the folder.');
  const unread = Map.groupBy(directory, ({ name }) => name);
  function isIntact(name: string, bytes: Uint8Array): boolean {
    const crc = crc32(bytes);
    const expected = unread.get(name) ?? [];
    const index = expected.findIndex((one) => one.crc === crc);
    expected.splice(Math.max(0, index), 1);
    return index !== -1;
  }
  const ready: Item[] = [];
  let total = 0;
  let entries = 0;
  let failure: UnreadableFile | undefined;
  const unzip = new Unzip((entry) => {
    if (++entries > maxEntries) failure ??= new UnreadableFile('The archive has too many files.');
    if (failure !== undefined || !isText(entry.name)) return;
    const parts: Uint8Array[] = [];
    let length = 0;
    entry.ondata = (error, data, final) => {
      if (error) failure ??= new UnreadableFile(`The archive is damaged at ${entry.name}.`);
      length += data.length;
      total += data.length;
      if (total > maxMebibytes * mebibyte) {
        failure ??= new UnreadableFile(`The archive unpacks to more than ${maxMebibytes} MiB. It was not imported.`);
        entry.terminate();
      }
      if (length <= maxEntryBytes) parts.push(data);
      if (!final) return;
      const bytes = joined(parts);
      const isWhole = length <= maxEntryBytes;
      const isRight = isIntact(entry.name, bytes);
      ready.push(!isWhole ? tooLarge(entry.name) : isRight ? itemOf(entry.name, bytes) : damaged(entry.name));
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for await (const part of chunksOf(file.stream())) {
    for (let at = 0; at < part.length; at += sliceBytes) {
      push(unzip, part.subarray(at, at + sliceBytes), false);
      if (failure !== undefined) throw failure;
      yield* ready.splice(0);
    }
  }
  push(unzip, new Uint8Array(), true);
  if (failure !== undefined) throw failure;
  yield* ready;
  for (const { name } of [...unread.values()].flat()) yield damaged(name);
}

function push(unzip: Unzip, bytes: Uint8Array, isLast: boolean): void {
  try {
    unzip.push(bytes, isLast);
  } catch (error) {
    throw cutShort(error);
  }
}

const tooLarge = (where: string): Item => ({ problem: { where, reason: 'It is too large for a memory.' } });

const damaged = (where: string): Item => ({ problem: { where, reason: 'It is damaged in the archive.' } });

function itemOf(path: string, bytes: Uint8Array): Item {
  try {
    return readMarkdown(path, decodedText(bytes), undefined);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { problem: { where: path, reason: error.message } };
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Reads the Markdown and text files of a chosen folder. `path`: relative to the folder. */
export async function* readMarkdownFolder(
  files: Iterable<SourceFile & { path: string; modifiedAt: string }>,
): AsyncGenerator<Item> {
  for (const file of files) {
    if (!isText(file.path)) continue;
    if (file.size > maxEntryBytes) yield tooLarge(file.path);
    else {
      try {
        yield readMarkdown(
          file.path,
          decodedText(new Uint8Array(await new Response(file.stream()).arrayBuffer())),
          file.modifiedAt,
        );
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        yield { problem: { where: file.path, reason: error.message } };
      }
    }
  }
}
