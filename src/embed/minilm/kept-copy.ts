import { checksum } from '../../lib/checksum.ts';
import { weightsCheck, weightsHash } from './model.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const folderName = 'minilm';
const fileName = `${weightsHash}.bin`;

/**
 * Whether these are the weights that this build is for, to the last byte: some damage passes the self-test, and only some words would get wrong vectors.
 * The bytes begin at a multiple of 4 in their buffer.
 */
export function areWhole(bytes: Bytes): boolean {
  if (bytes.length % 4 !== 0) return false;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return checksum(words, 0, words.length, 0) === weightsCheck;
}

/**
 * The weights from the copy in the origin's own file system; where there is none that is whole, from `fresh`, and a copy is made in its place.
 * Whatever keeps a copy from being read or made (a private window, a full disk) costs only time.
 */
export async function weightsFromCopy(
  root: () => Promise<FileSystemDirectoryHandle>,
  fresh: () => Promise<Bytes>,
): Promise<Bytes> {
  const folder = await root()
    .then((directory) => directory.getDirectoryHandle(folderName, { create: true }))
    .catch(() => undefined);
  const copy = await folder
    ?.getFileHandle(fileName)
    .then(contents)
    .catch(() => undefined);
  if (copy && areWhole(copy)) return copy;
  const bytes = await fresh();
  if (folder && areWhole(bytes)) void keep(folder, bytes).catch(() => {});
  return bytes;
}

/** A worker reads at the speed of memory through a handle of its own; elsewhere, and while another one holds the file, its contents are sent over. */
async function contents(handle: FileSystemFileHandle): Promise<Bytes> {
  const access = await handle.createSyncAccessHandle?.().catch(() => undefined);
  if (!access) return new Uint8Array(await (await handle.getFile()).arrayBuffer());
  try {
    const bytes = new Uint8Array(access.getSize());
    return bytes.subarray(0, access.read(bytes));
  } finally {
    access.close();
  }
}

/** The file has its name when all of it is written, by the contract of `close`. Copies of other versions go. */
async function keep(folder: FileSystemDirectoryHandle, bytes: Bytes): Promise<void> {
  const handle = await folder.getFileHandle(fileName, { create: true });
  const writable = await handle.createWritable();
  await writable.write(bytes);
  await writable.close();
  for await (const name of folder.keys()) if (name !== fileName) await folder.removeEntry(name);
}
