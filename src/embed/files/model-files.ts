export type Bytes = Uint8Array<ArrayBuffer>;

/** A file of weights, of which the browser keeps a copy. */
export interface WeightsFile {
  /** From the root of the extension's package, as all paths here. */
  readonly path: string;
  /** The folder of its copy. */
  readonly folder: string;
  /** SHA-256 of the weights after their header of 64 bytes, in hex; scripts/model/packing.py writes it into the header. */
  readonly hash: string;
  /** Quick checksum (lib/checksum.ts, seed 0) of the whole file, checked at each load of a copy. */
  readonly check: number;
}

/** Where the files of bundled models are read from. */
export interface ModelFiles {
  read(path: string): Promise<Bytes>;
  weights(file: WeightsFile): Promise<Bytes>;
}
