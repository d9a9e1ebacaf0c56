import { ByteReader, ByteWriter } from './bytes.ts';

/** One text in so many is written whole; each other one as what it does not share with the text before it. */
const blockSize = 16;

/** Writes different texts, given in rising order of their UTF-16 units, for a StringTable. */
export class StringTableWriter {
  readonly #out = new ByteWriter();
  readonly #rest = new ByteWriter();
  #count = 0;
  #last = '';

  /** Answers the place of the text. */
  add(text: string): number {
    let shared = 0;
    if (this.#count % blockSize !== 0)
      while (shared < this.#last.length && text.charCodeAt(shared) === this.#last.charCodeAt(shared)) shared++;
    this.#rest.clear();
    for (let place = shared; place < text.length; place++) this.#rest.number(text.charCodeAt(place));
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

/** Texts by place, in rising order, read from bytes as they are asked for. */
export class StringTable {
  readonly size: number;
  readonly bytes: Uint8Array;
  /** Where each block begins. */
  readonly heads: Uint32Array;
  /** How the first text of each block begins (`orderOf`). */
  readonly #orders: Float64Array;
  readonly #scratch: Cursor;
  readonly #reader: ByteReader;

  constructor(bytes: Uint8Array) {
    const reader = (this.#reader = new ByteReader(bytes));
    this.bytes = bytes;
    this.size = reader.number();
    this.heads = new Uint32Array(Math.ceil(this.size / blockSize));
    this.#orders = new Float64Array(this.heads.length);
    for (let place = 0; place < this.size; place++) {
      if (place % blockSize === 0) this.heads[place / blockSize] = reader.at;
      reader.number();
      const length = reader.number();
      if (place % blockSize === 0) this.#orders[place / blockSize] = orderOfNext(reader, length);
      else reader.at += length;
    }
    this.#scratch = new Cursor(this);
  }

  at(place: number): string {
    this.#scratch.moveTo(place);
    return this.#scratch.text();
  }

  /** The place of a text; undefined where it is not there. */
  find(text: string): number | undefined {
    const place = this.firstFrom(text);
    return place < this.size && this.#scratch.compare(text) === 0 ? place : undefined;
  }

  /** The place of the first text that is not before this one; `size` where all are. */
  firstFrom(text: string): number {
    if (this.size === 0) return 0;
    const cursor = this.#scratch;
    const order = orderOf(text);
    let low = 0;
    let high = this.heads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const difference = this.#orders[middle]! - order;
      if (difference < 0 || (difference === 0 && this.#isHeadBefore(middle, text))) low = middle + 1;
      else high = middle;
    }
    cursor.moveTo(Math.max(0, low - 1) * blockSize);
    while (cursor.compare(text) < 0) if (!cursor.next()) return this.size;
    return cursor.place;
  }

  /** Whether the first text of a block, which is written whole, is before this one. */
  #isHeadBefore(block: number, text: string): boolean {
    const reader = this.#reader;
    reader.at = this.heads[block]! + 1;
    const end = reader.number() + reader.at;
    for (let place = 0; place < text.length; place++) {
      if (reader.at === end) return true;
      const difference = reader.number() - text.charCodeAt(place);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}

/**
 * The first units of a text as a number, one byte each, up to the first that needs more:
 * of two texts, the one that sorts first has the lower number or the same.
 */
const orderUnits = 6;
const wide = 255;

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

/** `orderOf` the text in the next `length` bytes, which it skips. */
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

/** A place in a StringTable that moves forwards. */
export class Cursor {
  place = -1;
  /** The text here: the first `length` of these. */
  units = new Uint16Array(64);
  length = 0;
  /** How many units this text has in common with the one before it, where `next` came here. */
  shared = 0;
  readonly #table: StringTable;
  readonly #reader: ByteReader;

  constructor(table: StringTable) {
    this.#table = table;
    this.#reader = new ByteReader(table.bytes, table.heads[0] ?? 0);
  }

  moveTo(place: number): void {
    const first = place - (place % blockSize);
    if (this.place < first || this.place > place) {
      this.#reader.at = this.#table.heads[first / blockSize]!;
      this.place = first - 1;
      this.length = 0;
    }
    while (this.place < place) this.next();
  }

  /** Whether there is another text. */
  next(): boolean {
    if (this.place + 1 >= this.#table.size) return false;
    this.place++;
    const reader = this.#reader;
    const kept = reader.number();
    const end = reader.number() + reader.at;
    const before = this.length;
    let length = kept;
    let shared = kept;
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
    return String.fromCharCode(...this.units.subarray(0, length));
  }

  /** Below 0 where the text here is before the other, 0 where it is the same. */
  compare(other: string): number {
    const common = Math.min(this.length, other.length);
    for (let place = 0; place < common; place++) {
      const difference = this.units[place]! - other.charCodeAt(place);
      if (difference !== 0) return difference;
    }
    return this.length - other.length;
  }

  beginsWith(start: string): boolean {
    if (this.length < start.length) return false;
    for (let place = 0; place < start.length; place++) if (this.units[place] !== start.charCodeAt(place)) return false;
    return true;
  }

  #grow(): void {
    const longer = new Uint16Array(this.units.length * 2);
    longer.set(this.units);
    this.units = longer;
  }
}
