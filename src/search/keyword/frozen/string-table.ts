import { ByteReader, ByteWriter } from './bytes.ts';

/**
 * The number of texts in a block. The first text of each block is stored completely, the others without the beginning
 * that they share with the previous text.
 */
const blockSize = 16;

/** Writes a StringTable. Add distinct texts in ascending order of their UTF-16 units. */
export class StringTableWriter {
  readonly #out = new ByteWriter();
  readonly #rest = new ByteWriter();
  #count = 0;
  #last = '';

  add(text: string): number {
    let shared = 0;
    if (this.#count % blockSize !== 0)
      while (shared < this.#last.length && text.charCodeAt(shared) === this.#last.charCodeAt(shared)) shared++;
    this.#rest.clear();
    for (let index = shared; index < text.length; index++) this.#rest.number(text.charCodeAt(index));
    this.#out.number(shared);
    this.#out.number(this.#rest.length);
    this.#out.bytes(this.#rest.written());
    this.#last = text;
    return this.#count++;
  }

  bytes(): Uint8Array {
    const all = new ByteWriter();
    all.number(this.#count);
    all.bytes(this.#out.written());
    return all.written();
  }
}

/** Sorted texts by index, decoded on demand. */
export class StringTable {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly heads: Uint32Array;
  readonly #orders: Float64Array;
  readonly #scratch: Cursor;
  readonly #reader: ByteReader;
  /** Whether the last `firstFrom` found the text itself. */
  #isFound = false;

  constructor(bytes: Uint8Array) {
    const reader = (this.#reader = new ByteReader(bytes));
    this.bytes = bytes;
    this.size = reader.number();
    this.heads = new Uint32Array(Math.ceil(this.size / blockSize));
    this.#orders = new Float64Array(this.heads.length);
    for (let index = 0; index < this.size; index++) {
      if (index % blockSize === 0) this.heads[index / blockSize] = reader.at;
      reader.number();
      const length = reader.number();
      if (index % blockSize === 0) this.#orders[index / blockSize] = orderOfNext(reader, length);
      else reader.at += length;
    }
    this.#scratch = new Cursor(this);
  }

  at(index: number): string {
    this.#scratch.moveTo(index);
    return this.#scratch.text();
  }

  find(text: string): number | undefined {
    const index = this.firstFrom(text);
    return index < this.size && this.#isFound ? index : undefined;
  }

  /** The index of the first text at or after `text` in the order; `size` if there is none. */
  firstFrom(text: string): number {
    if (this.size === 0) return 0;
    const order = orderOf(text);
    let low = 0;
    let high = this.heads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const difference = this.#orders[middle]! - order;
      if (difference < 0 || (difference === 0 && !this.#isHeadAfter(middle, text))) low = middle + 1;
      else high = middle;
    }
    return this.#firstInBlock(Math.max(0, low - 1), text);
  }

  /**
   * The index of the first text in a block that is at or after `text`, or the index after the block's last text.
   * Decodes no text: the counts of shared units decide most comparisons. All texts passed so far sort before `text`.
   * The next text also sorts before `text` if it shares more units with its predecessor than the predecessor shares
   * with `text`. It sorts after `text` if it shares fewer.
   */
  #firstInBlock(block: number, text: string): number {
    const reader = this.#reader;
    reader.at = this.heads[block]!;
    const end = Math.min(this.size, (block + 1) * blockSize);
    /** How many units the previous text shares with `text`. */
    let matched = 0;
    this.#isFound = false;
    for (let index = block * blockSize; index < end; index++) {
      const shared = reader.number();
      const next = reader.number() + reader.at;
      if (shared < matched) return index;
      if (shared === matched) {
        let difference = 0;
        while (difference === 0 && reader.at < next) {
          difference = matched === text.length ? 1 : reader.number() - text.charCodeAt(matched);
          if (difference === 0) matched++;
        }
        this.#isFound = difference === 0 && matched === text.length;
        if (difference > 0 || this.#isFound) return index;
      }
      reader.at = next;
    }
    return end;
  }

  #isHeadAfter(block: number, text: string): boolean {
    const reader = this.#reader;
    // + 1: skips the count of shared units, which is 0.
    reader.at = this.heads[block]! + 1;
    const end = reader.number() + reader.at;
    for (let index = 0; index < text.length; index++) {
      if (reader.at === end) return false;
      const difference = reader.number() - text.charCodeAt(index);
      if (difference !== 0) return difference > 0;
    }
    return reader.at < end;
  }
}

const orderUnits = 6;
/** The byte that stands for every unit from 255 on. */
const wide = 255;

/**
 * The first `orderUnits` units of a text as a number, one byte each. A unit of 255 or more becomes `wide`, and all
 * units after it become 0.
 */
function orderOf(text: string): number {
  let order = 0;
  let isWide = false;
  for (let at = 0; at < orderUnits; at++) {
    const unit: number = isWide || at >= text.length ? 0 : text.charCodeAt(at);
    isWide ||= unit >= wide;
    order = order * 256 + Math.min(wide, unit);
  }
  return order;
}

/** The `orderOf` value of the text in the next `length` bytes. */
function orderOfNext(reader: ByteReader, length: number): number {
  const end = reader.at + length;
  let order = 0;
  let isWide = false;
  for (let at = 0; at < orderUnits; at++) {
    const unit: number = isWide || reader.at >= end ? 0 : reader.number();
    isWide ||= unit >= wide;
    order = order * 256 + Math.min(wide, unit);
  }
  reader.at = end;
  return order;
}

/** A position in a StringTable, with the text there. */
export class Cursor {
  index = -1;
  /** The first `length` units are the current text. */
  units = new Uint16Array(64);
  length = 0;
  /** After `next`: how many units the text shares with the previous one. */
  shared = 0;
  readonly #table: StringTable;
  readonly #reader: ByteReader;

  constructor(table: StringTable) {
    this.#table = table;
    this.#reader = new ByteReader(table.bytes, table.heads[0] ?? 0);
  }

  moveTo(index: number): void {
    const first = index - (index % blockSize);
    if (this.index < first || this.index > index) {
      this.#reader.at = this.#table.heads[first / blockSize]!;
      this.index = first - 1;
      this.length = 0;
    }
    while (this.index < index) this.next();
  }

  /** Returns false if there is no next text. */
  next(): boolean {
    if (this.index + 1 >= this.#table.size) return false;
    this.index++;
    const reader = this.#reader;
    const storedShared = reader.number();
    const end = reader.number() + reader.at;
    const before = this.length;
    let length = storedShared;
    let shared = storedShared;
    while (reader.at < end) {
      const unit = reader.number();
      if (length === this.units.length) this.#grow();
      if (shared === length && length < before && this.units[length] === unit) shared++;
      this.units[length++] = unit;
    }
    this.length = length;
    this.shared = shared;
    return true;
  }

  text(length = this.length): string {
    // `String.fromCharCode(...units)` would take three times as long.
    return Reflect.apply(String.fromCharCode, undefined, this.units.subarray(0, length)) as string;
  }

  /** Negative if the current text sorts before the other, 0 if they are equal. */
  compare(other: string): number {
    const common = Math.min(this.length, other.length);
    for (let index = 0; index < common; index++) {
      const difference = this.units[index]! - other.charCodeAt(index);
      if (difference !== 0) return difference;
    }
    return this.length - other.length;
  }

  beginsWith(start: string): boolean {
    if (this.length < start.length) return false;
    for (let index = 0; index < start.length; index++) if (this.units[index] !== start.charCodeAt(index)) return false;
    return true;
  }

  #grow(): void {
    const longer = new Uint16Array(this.units.length * 2);
    longer.set(this.units);
    this.units = longer;
  }
}
