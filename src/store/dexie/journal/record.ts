import { crc32 } from '../../../lib/checksum.ts';
import type { JournalFile } from './files.ts';

/** The frame before a record's JSON: its length in bytes and its CRC-32, both little-endian. */
const frameBytes = 8;

/** A record, ready to be appended. */
export function framed(json: string): Uint8Array {
  const text = new TextEncoder().encode(json);
  const bytes = new Uint8Array(frameBytes + text.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(4, crc32(text), true);
  bytes.set(text, frameBytes);
  return bytes;
}

export interface FoundRecord {
  json: string;
  /** Offset of the next record. */
  end: number;
}

/** Reads the records of a file in order, a piece of the file at a time. */
export class RecordReader {
  readonly #file: JournalFile;
  readonly #size: number;
  readonly #pieceBytes: number;
  #piece = new Uint8Array();
  #pieceAt = 0;

  constructor(file: JournalFile, pieceBytes = 1024 * 1024) {
    this.#file = file;
    this.#size = file.size();
    this.#pieceBytes = pieceBytes;
  }

  /** The record at the offset `at`; undefined if there is no complete one. */
  at(at: number): FoundRecord | undefined {
    const length = this.#lengthAt(at);
    const end = at + frameBytes + length;
    if (length === 0 || end > this.#size) return undefined;
    const bytes = this.#bytes(at, frameBytes + length);
    const text = bytes.subarray(frameBytes);
    if (viewOf(bytes).getUint32(4, true) !== crc32(text)) return undefined;
    return { json: new TextDecoder().decode(text), end };
  }

  /**
   * Whether the file is damaged at `at`, where no complete record begins. One incomplete record at the end isn't
   * damage: it was cut off when the process was killed. If more follows it, the file is damaged.
   */
  isDamagedAt(at: number): boolean {
    const length = this.#lengthAt(at);
    if (length > 0 && at + frameBytes + length < this.#size) return true;
    // The length itself may be damaged, so this looks for a later record. Nothing inside JSON looks like a record: four
    // bytes of JSON, read as a length, give far too large a number.
    for (let next = at + 1; next + frameBytes < this.#size; next++) if (this.at(next) !== undefined) return true;
    return false;
  }

  /** Length in bytes of the record at `at`; 0 if there is none. */
  #lengthAt(at: number): number {
    return at + frameBytes > this.#size ? 0 : viewOf(this.#bytes(at, frameBytes)).getUint32(0, true);
  }

  #bytes(at: number, length: number): Uint8Array {
    if (at < this.#pieceAt || at + length > this.#pieceAt + this.#piece.length) {
      this.#piece = new Uint8Array(Math.min(Math.max(length, this.#pieceBytes), this.#size - at));
      this.#pieceAt = at;
      const read = this.#file.read(this.#piece, at);
      if (read < this.#piece.length)
        throw new DOMException(
          `Only ${read} of ${this.#piece.length} bytes of the journal could be read.`,
          'UnknownError',
        );
    }
    return this.#piece.subarray(at - this.#pieceAt, at - this.#pieceAt + length);
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
