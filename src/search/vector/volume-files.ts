import type { LargeFile, LargeFiles } from './files/large-file.ts';
import { decodeHeader, encodeHeader, headerBytes, type Header } from './header.ts';
import { RowFormat, type Row } from './row.ts';

const rowsAtOnce = 1_024;

const namesOf = (name: string) => [`${name}.codes`, `${name}.floats`] as const;

/** The two files of a volume, each with a row per slot. Codes are all read at start. Floats are read one by one. */
export class VolumeFiles {
  readonly header: Header;
  readonly #codes: LargeFile;
  readonly #floats: LargeFile;
  readonly #format: RowFormat;
  readonly #floatsBytes: number;

  constructor(header: Header, codes: LargeFile, floats: LargeFile) {
    this.header = header;
    this.#codes = codes;
    this.#floats = floats;
    this.#format = new RowFormat(header.dimensions, header.nonce);
    this.#floatsBytes = 4 * header.dimensions;
  }

  /** The number of slots that both files have. */
  async slots(): Promise<number> {
    const [codes, floats] = [await this.#codes.size(), await this.#floats.size()];
    return Math.max(0, Math.floor(Math.min((codes - headerBytes) / this.#format.bytes, floats / this.#floatsBytes)));
  }

  get chunkBytes(): number {
    return rowsAtOnce * this.#format.bytes;
  }

  /**
   * Reads the rows of all slots in order, chunk by chunk into `chunk`. Calls `onRow` for each slot with the words read
   * and the offset of the slot's row. The offset is undefined if the row is blank or damaged.
   */
  async readRows(
    chunk: Uint8Array,
    onRow: (slot: number, words: Uint32Array, at: number | undefined) => void,
  ): Promise<void> {
    const slots = await this.slots();
    const words = new Uint32Array(chunk.buffer, chunk.byteOffset, chunk.length / 4);
    const rowWords = this.#format.bytes / 4;
    for (let first = 0; first < slots; first += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, slots - first);
      const readSize = await this.#codes.read(this.#rowAt(first), chunk.subarray(0, rows * this.#format.bytes));
      for (let row = 0, at = 0; row < rows; row++, at += rowWords)
        onRow(first + row, words, 4 * (at + rowWords) <= readSize && this.#format.isIntact(words, at) ? at : undefined);
    }
  }

  /** Returns false, and copies nothing, if the row of codes is damaged. */
  async copy(from: number, to: number): Promise<boolean> {
    const row = new Uint8Array(this.#format.bytes);
    await this.#codes.read(this.#rowAt(from), row);
    if (!this.#format.isIntact(new Uint32Array(row.buffer), 0)) return false;
    await this.#floats.write(to * this.#floatsBytes, new Uint8Array((await this.vector(from)).buffer));
    await this.#codes.write(this.#rowAt(to), row);
    return true;
  }

  /** The vector of a slot, unchecked: see `Row.floatsCheck`. */
  async vector(slot: number): Promise<Float32Array> {
    const vector = new Float32Array(this.header.dimensions);
    await this.#floats.read(slot * this.#floatsBytes, new Uint8Array(vector.buffer));
    return vector;
  }

  /** Writes the row last, so a killed write leaves a free slot. */
  async write(slot: number, row: Row, vector: Float32Array): Promise<void> {
    await this.#floats.write(
      slot * this.#floatsBytes,
      new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    );
    await this.#codes.write(this.#rowAt(slot), this.#format.encoded(row));
  }

  /** If one file can't be written, still wipes the slot in the other file. */
  async wipe(slot: number): Promise<void> {
    try {
      await this.#codes.write(this.#rowAt(slot), new Uint8Array(this.#format.bytes));
    } finally {
      await this.#floats.write(slot * this.#floatsBytes, new Uint8Array(this.#floatsBytes));
    }
  }

  async truncate(slots: number): Promise<void> {
    await this.#codes.truncate(this.#rowAt(slots));
    await this.#floats.truncate(slots * this.#floatsBytes);
  }

  async close(): Promise<void> {
    await this.#codes.close();
    await this.#floats.close();
  }

  #rowAt(slot: number): number {
    return headerBytes + slot * this.#format.bytes;
  }
}

/** The files with this name; undefined if there are none of this format. */
export async function openVolume(files: LargeFiles, name: string): Promise<VolumeFiles | undefined> {
  const [codes, floats] = await opened(files, name);
  const bytes = new Uint8Array(headerBytes);
  const header = (await codes.read(0, bytes)) === headerBytes ? decodeHeader(bytes) : undefined;
  if (header) return new VolumeFiles(header, codes, floats);
  await codes.close();
  await floats.close();
  return undefined;
}

/** Creates files with this name, replacing any others. */
export async function createVolume(files: LargeFiles, name: string, header: Header): Promise<VolumeFiles> {
  await removeVolume(files, name);
  const [codes, floats] = await opened(files, name);
  try {
    await codes.write(0, encodeHeader(header));
  } catch (error) {
    await codes.close();
    await floats.close();
    throw error;
  }
  return new VolumeFiles(header, codes, floats);
}

/** Close the files first. */
export async function removeVolume(files: LargeFiles, name: string): Promise<void> {
  for (const file of namesOf(name)) await files.remove(file);
}

async function opened(files: LargeFiles, name: string): Promise<[codes: LargeFile, floats: LargeFile]> {
  const [codesName, floatsName] = namesOf(name);
  const codes = await files.open(codesName);
  try {
    return [codes, await files.open(floatsName)];
  } catch (error) {
    await codes.close();
    throw error;
  }
}
