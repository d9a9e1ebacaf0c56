import { browserFreeSpace, type FreeSpace } from '../../lib/free-space.ts';
import { fill, requireIntact, type Bytes, type Checksum, type WeightsFile } from './model-files.ts';

/** The copy is written only if this many times its size is free: it must not take the space that memories need. */
const spaceFactor = 10;

/** Where weights can be read from. */
export interface WeightsSources {
  /** The folder that contains the folders of copies. */
  root: () => Promise<FileSystemDirectoryHandle>;
  /** Reads the weights from the package. */
  fresh: () => Promise<Bytes>;
  freeSpace?: FreeSpace;
}

/**
 * Reads the weights into `target` from the copy in the origin private file system. Without an intact copy, calls
 * `fresh` and tries to write a copy.
 * Throws if the weights from `fresh` are damaged too.
 * @param checksum of `target`
 */
export async function weightsFromCopy(
  file: WeightsFile,
  target: Bytes,
  checksum: Checksum,
  { root, fresh, freeSpace = browserFreeSpace }: WeightsSources,
): Promise<void> {
  const folder = await root()
    .then((directory) => directory.getDirectoryHandle(file.folder, { create: true }))
    .catch(() => undefined);
  const isRead = await folder
    ?.getFileHandle(copyName(file))
    .then((copy) => readInto(target, copy))
    .catch(() => false);
  if (isRead && checksum() === file.check) return;
  const bytes = await fresh();
  fill(target, bytes);
  requireIntact(file, checksum);
  if (folder && (await freeSpace()) >= spaceFactor * bytes.length)
    void keep(folder, copyName(file), bytes).catch(() => {});
}

const copyName = ({ hash }: WeightsFile) => `${hash}.bin`;

/**
 * Reads a file into `target`. Returns false or throws if their sizes differ. A sync handle is faster, but exists only
 * in workers and while no other worker has the file locked.
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

/** Writes the copy, then deletes copies of other versions. The file changes only when `close` has succeeded. */
async function keep(folder: FileSystemDirectoryHandle, name: string, bytes: Bytes): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  await writable.write(bytes);
  await writable.close();
  for await (const other of folder.keys()) if (other !== name) await folder.removeEntry(other);
}
