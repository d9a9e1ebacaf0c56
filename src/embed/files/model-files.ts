export type Bytes = Uint8Array<ArrayBuffer>;

/** A file of weights, of which the browser keeps a copy. */
export interface WeightsFile {
  /** From the root of the extension's package, like all paths here. */
  readonly path: string;
  readonly folder: string;
  /**
   * SHA-256 of the weights after their header of 64 bytes, in hex. scripts/model/packing.py writes this hash into the
   * header.
   */
  readonly hash: string;
  /** Quick checksum (lib/checksum.ts, seed 0) of the whole file, checked at each load. */
  readonly check: number;
}

/**
 * The checksum (`WeightsFile.check`) of the weights in a kernel's memory. The kernel computes it much faster than
 * JavaScript.
 */
export type Checksum = () => number;

/** Reads a model's weights into the memory of its kernel (`ModelFiles.weights`). */
export type Weights = (target: Bytes, checksum: Checksum) => Promise<void>;

/** Where the files of bundled models are read from. */
export interface ModelFiles {
  read(path: string): Promise<Bytes>;
  /**
   * Reads weights into `target`, a part of their kernel's memory. Throws if they are damaged or have the wrong size.
   */
  weights(file: WeightsFile, target: Bytes, checksum: Checksum): Promise<void>;
}

/** Reads all files with `read` and keeps no copies. */
export const plainFiles = (read: ModelFiles['read']): ModelFiles => ({
  read,
  async weights(file, target, checksum) {
    fill(target, await read(file.path));
    requireIntact(file, checksum);
  },
});

/** Throws if the weights in a kernel's memory aren't those of the file. */
export function requireIntact({ path, check }: WeightsFile, checksum: Checksum): void {
  if (checksum() !== check) throw new Error(`${path} is damaged.`);
}

/** Copies weights into the memory of their kernel. Throws if their size isn't that of `target`. */
export function fill(target: Bytes, bytes: Uint8Array): void {
  if (bytes.length !== target.length)
    throw new Error(`The weights have ${bytes.length} bytes instead of ${target.length}.`);
  target.set(bytes);
}
