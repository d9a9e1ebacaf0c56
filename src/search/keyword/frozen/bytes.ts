/**
 * A growing byte buffer. Numbers are integers from 0 to 2^32 - 1, stored with seven bits per byte, lowest first
 * (LEB128), so that a small number takes one byte.
 */
export class ByteWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  number(value: number): void {
    this.#reserve(5);
    let left = value;
    while (left > 127) {
      this.#bytes[this.#length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.#bytes[this.#length++] = left;
  }

  bytes(added: Uint8Array): void {
    this.#reserve(added.length);
    this.#bytes.set(added, this.#length);
    this.#length += added.length;
  }

  /** A view of the bytes written, valid until the next write. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const longer = new Uint8Array(Math.max(this.#length + more, this.#bytes.length * 2));
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}

/** Reads what a ByteWriter wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  number(): number {
    let byte = this.#bytes[this.at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.at++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  numbers(count: number): Uint32Array {
    const all = new Uint32Array(count);
    for (let index = 0; index < count; index++) all[index] = this.number();
    return all;
  }

  bytes(count: number): Uint8Array {
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }
}

/** Joins sections into one block. The length of each is written before it. */
export function pack(sections: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new ByteWriter();
  for (const section of sections) {
    all.number(section.length);
    all.bytes(section);
  }
  return all.written().slice();
}

/** The first `count` sections of a block, as views. */
export function unpack(block: Uint8Array, count: number): Uint8Array[] {
  const reader = new ByteReader(block);
  return Array.from({ length: count }, () => reader.bytes(reader.number()));
}
