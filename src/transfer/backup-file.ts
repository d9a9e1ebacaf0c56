import { decrypt, isEncrypted } from './encryption.ts';
import { linesIn } from './lines.ts';
import { readExport } from './own-file.ts';
import { beginsAsGzip, chunksOf } from './chunks.ts';
import { UnreadableFile } from './unreadable.ts';

/** The contents of a complete backup or export. */
export interface CheckedFile {
  memories: number;
  inTrash: number;
  collections: number;
  /** The time of the newest change in the file; ISO 8601, UTC. */
  changedAt: string | undefined;
  /** The file, decrypted and compressed (gzip). */
  file: Blob;
}

const isGzip = async (file: Blob) => beginsAsGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()));

export const needsPassphrase = isEncrypted;

/**
 * Reads a whole backup or export: encrypted, compressed or plain.
 * @throws UnreadableFile if it is damaged, incomplete, no export, from a newer version or of several users;
 * WrongPassphrase if the passphrase is wrong or the encrypted content damaged
 */
export async function checkFile(given: Blob, passphrase?: string): Promise<CheckedFile> {
  const file = passphrase === undefined ? given : await decrypt(given, passphrase);
  const plain = (await isGzip(file)) ? gunzip(file) : file.stream();
  const memories = new Set<string>();
  const inTrash = new Set<string>();
  const collections = new Set<string>();
  let changedAt: string | undefined;
  let users = 0;
  for await (const line of readExport(linesIn(chunksOf(plain)))) {
    if ('user' in line) users++;
    else if ('collection' in line) collections.add(line.collection.id);
    else {
      const { id, deletedAt, updatedAt } = line.memory;
      memories.add(id);
      if (deletedAt !== undefined) inTrash.add(id);
      if (changedAt === undefined || updatedAt > changedAt) changedAt = updatedAt;
    }
  }
  if (users > 1) throw new UnreadableFile('The file has the memories of several users. Import it on a server.');
  const compressed = (await isGzip(file))
    ? file
    : await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return { memories: memories.size, inTrash: inTrash.size, collections: collections.size, changedAt, file: compressed };
}

export const gunzip = (file: Blob): ReadableStream<Uint8Array> =>
  file.stream().pipeThrough(new DecompressionStream('gzip'));
