import type { LargeFile, LargeFiles } from './files/large-file.ts';
import { decodeHeader, encodeHeader, headerBytes, type Header } from './header.ts';
import { RowFormat, type Row } from './row.ts';

/** How many rows are read at a time. */
const rowsAtOnce = 1_024;

const namesOf = (name: string) => [`${name}.codes`, `${name}.floats`] as const;

/** The two files of a volume, a row of each for every slot: codes, which are read whole at the start, and floats, which are read one by one. */
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

  /** How many slots have room in both files. */
  async slots(): Promise<number> {
    const [codes, floats] = [await this.#codes.size(), await this.#floats.size()];
    return Math.max(0, Math.floor(Math.min((codes - headerBytes) / this.#format.bytes, floats / this.#floatsBytes)));
  }

  /** How many bytes are read at a time. */
  get chunkBytes(): number {
    return rowsAtOnce * this.#format.bytes;
  }

  /**
   * Reads the rows of all slots in order, a chunk after another into `chunk`. Tells each slot with the words that it was read into and where among them
   * its row begins; undefined where that is blank or damaged.
   */
  async readRows(
    chunk: Uint8Array,
    each: (slot: number, words: Uint32Array, at: number | undefined) => void,
  ): Promise<void> {
    const slots = await this.slots();
    const words = new Uint32Array(chunk.buffer, chunk.byteOffset, chunk.length / 4);
    const rowWords = this.#format.bytes / 4;
    for (let first = 0; first < slots; first += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, slots - first);
      const found = await this.#codes.read(this.#rowAt(first), chunk.subarray(0, rows * this.#format.bytes));
      for (let row = 0, at = 0; row < rows; row++, at += rowWords)
        each(first + row, words, 4 * (at + rowWords) <= found && this.#format.isWhole(words, at) ? at : undefined);
    }
  }

  /** Writes what a slot holds to another one; answers whether it was whole. */
  async copy(from: number, to: number): Promise<boolean> {
    const row = new Uint8Array(this.#format.bytes);
    await this.#codes.read(this.#rowAt(from), row);
    if (!this.#format.isWhole(new Uint32Array(row.buffer), 0)) return false;
    await this.#floats.write(to * this.#floatsBytes, new Uint8Array((await this.vector(from)).buffer));
    await this.#codes.write(this.#rowAt(to), row);
    return true;
  }

  /** The vector of a slot, whatever it is worth: see `Row.floatsCheck`. */
  async vector(slot: number): Promise<Float32Array> {
    const vector = new Float32Array(this.header.dimensions);
    await this.#floats.read(slot * this.#floatsBytes, new Uint8Array(vector.buffer));
    return vector;
  }

  /** The row comes last: what a killed write leaves of a vector is free. */
  async write(slot: number, row: Row, vector: Float32Array): Promise<void> {
    await this.#floats.write(
      slot * this.#floatsBytes,
      new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    );
    await this.#codes.write(this.#rowAt(slot), this.#format.encoded(row));
  }

  /** Leaves nothing of what a slot held. */
  async wipe(slot: number): Promise<void> {
    await this.#codes.write(this.#rowAt(slot), new Uint8Array(this.#format.bytes));
    await this.#floats.write(slot * this.#floatsBytes, new Uint8Array(this.#floatsBytes));
  }

  /** Cuts off all slots from `slots` on. */
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

/** The files under this name; undefined where there are none of this format. */
export async function openVolume(files: LargeFiles, name: string): Promise<VolumeFiles | undefined> {
  const [codes, floats] = await opened(files, name);
  const bytes = new Uint8Array(headerBytes);
  const header = (await codes.read(0, bytes)) === headerBytes ? decodeHeader(bytes) : undefined;
  if (header) return new VolumeFiles(header, codes, floats);
  await codes.close();
  await floats.close();
  return undefined;
}

/** Begins files under this name, in the place of any that were there. */
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

/** To be closed before. */
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
