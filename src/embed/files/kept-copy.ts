import { checksum } from '../../lib/checksum.ts';
import { browserFreeSpace, type FreeSpace } from '../../lib/free-space.ts';
import { fill, type Bytes, type WeightsFile } from './model-files.ts';

/** The copy is written only if this many times its size is free: it must not take the space that memories need. */
const spaceFactor = 10;

/**
 * Whether these are exactly this build's weights. Some damage passes the self-test and would give wrong vectors to a few words.
 * The bytes start at a multiple of 4 in their buffer.
 */
export function areWhole(bytes: Bytes, { check }: WeightsFile): boolean {
  if (bytes.length % 4 !== 0) return false;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return checksum(words, 0, words.length, 0) === check;
}

/**
 * Reads the weights into `target` from the copy in the origin private file system. If there is no intact copy, calls
 * `fresh` and writes one. Without a copy (private window, little space) this only takes longer.
 */
export async function weightsFromCopy(
  file: WeightsFile,
  target: Bytes,
  root: () => Promise<FileSystemDirectoryHandle>,
  fresh: () => Promise<Bytes>,
  freeSpace: FreeSpace = browserFreeSpace,
): Promise<void> {
  const folder = await root()
    .then((directory) => directory.getDirectoryHandle(file.folder, { create: true }))
    .catch(() => undefined);
  const isRead = await folder
    ?.getFileHandle(copyName(file))
    .then((copy) => readInto(target, copy))
    .catch(() => false);
  if (isRead && areWhole(target, file)) return;
  const bytes = await fresh();
  fill(target, bytes);
  if (folder && areWhole(bytes, file) && (await freeSpace()) >= spaceFactor * bytes.length)
    void keep(folder, copyName(file), bytes).catch(() => {});
}

const copyName = ({ hash }: WeightsFile) => `${hash}.bin`;

/**
 * Reads a file into `target`. Returns false or throws if their sizes differ. A worker reads through a sync
 * handle, at memory speed. Elsewhere, or while another worker has the file locked, the contents are copied.
 */
async function readInto(target: Bytes, handle: FileSystemFileHandle): Promise<boolean> {
  const access = await handle.createSyncAccessHandle?.().catch(() => undefined);
  if (!access) {
    fill(target, new Uint8Array(await (await handle.getFile()).arrayBuffer()));
    return true;
  }
  try {
    return access.getSize() === target.length && access.read(target) === target.length;
  } finally {
    access.close();
  }
}

/** The file changes only once its new content is complete (`close` guarantees it). Deletes copies of other versions. */
async function keep(folder: FileSystemDirectoryHandle, name: string, bytes: Bytes): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  await writable.write(bytes);
  await writable.close();
  for await (const other of folder.keys()) if (other !== name) await folder.removeEntry(other);
}
