import { blockSlots, bytesPerHit, kernelOf, pieceCodes, type IsBefore, type Kernel } from './kernel.ts';
import { quantisedQuery, type Quantised } from './quantised.ts';

/** The best slot of a memory. */
export interface Nearest {
  memory: number;
  slot: number;
  /** The cosine, but for what quantising took. */
  score: number;
}

const pageBytes = 65_536;
const noMemory = -1;

/**
 * Quantised vectors in slots, in the memory of the kernel: first a query and a row, then all codes in one block, then the columns of scales and owners, then the mask and the hits of a search.
 * The codes never move; the columns do when there is no more room between.
 */
export class Codes {
  readonly #kernel: Kernel;
  readonly #dimensions: number;
  /** `#dimensions`, filled up with zeros to whole pieces. */
  readonly #width: number;
  readonly #query: number;
  readonly #row: number;
  readonly #codes: number;
  #capacity = 0;
  #slots = 0;

  constructor(module: WebAssembly.Module, dimensions: number, isBefore: IsBefore) {
    this.#kernel = kernelOf(module, isBefore);
    this.#dimensions = dimensions;
    this.#width = upTo(pieceCodes, dimensions);
    this.#query = upTo(16, this.#kernel.base.value);
    this.#row = this.#query + 2 * this.#width;
    this.#codes = upTo(64, this.#row + this.#width);
    this.#reach(this.#codes);
  }

  /** How many bytes the kernel's memory takes. */
  get bytes(): number {
    return this.#kernel.memory.buffer.byteLength;
  }

  /** Puts a vector into a slot, in the name of a memory. */
  put(slot: number, { codes, scale }: Quantised<Int8Array>, memory: number): void {
    if (slot >= this.#slots) this.#extend(slot + 1);
    const row = this.#bytes(this.#row, this.#width);
    row.fill(0, this.#dimensions);
    row.set(codes);
    this.#kernel.put(this.#row, this.#codes, slot, this.#width);
    this.#scales()[slot] = scale;
    this.#owners()[slot] = memory;
  }

  /** What was put into a slot. */
  take(slot: number): Quantised<Int8Array> {
    this.#kernel.take(this.#row, this.#codes, slot, this.#width);
    return { codes: this.#bytes(this.#row, this.#dimensions).slice(), scale: this.#scales()[slot]! };
  }

  /** The memory of a slot; undefined where it is free. */
  owner(slot: number): number | undefined {
    const owner = slot < this.#slots ? this.#owners()[slot]! : noMemory;
    return owner === noMemory ? undefined : owner;
  }

  free(slot: number): void {
    this.#owners()[slot] = noMemory;
    this.#scales()[slot] = 0;
  }

  /** Forgets the slots from `slots` on. */
  cut(slots: number): void {
    for (let slot = slots; slot < this.#slots; slot++) this.free(slot);
    this.#slots = Math.min(this.#slots, upTo(blockSlots, slots));
  }

  /** The best of at most `most` memories, each by its best slot, best first; equals as `isBefore` says. `mask`: 1 for each memory that is wanted; undefined: all are. */
  nearest(vector: Float32Array, mask: Uint8Array | undefined, most: number): Nearest[] {
    const maskAt = this.#ownersAt + 4 * this.#capacity;
    const hitsAt = upTo(4, maskAt + (mask?.length ?? 0));
    this.#reach(hitsAt + most * bytesPerHit);
    if (mask) this.#bytes(maskAt, mask.length).set(mask);
    const scale = this.#ask(vector);
    const found = this.#kernel.scan(this.#codes, this.#slots, this.#width, this.#scalesAt, this.#ownersAt, mask ? maskAt : 0, this.#query, most, hitsAt);
    const hits = new DataView(this.#kernel.memory.buffer, hitsAt, found * bytesPerHit);
    return Array.from({ length: found }, (_, place) => ({
      slot: hits.getInt32(place * bytesPerHit, true),
      memory: hits.getInt32(place * bytesPerHit + 4, true),
      score: hits.getFloat32(place * bytesPerHit + 8, true) * scale,
    }));
  }

  /** The scores of slots. */
  scores(vector: Float32Array, slots: number[]): number[] {
    const scale = this.#ask(vector);
    return slots.map((slot) => this.#kernel.score(this.#codes, slot, this.#width, this.#scalesAt, this.#query) * scale);
  }

  #ask(vector: Float32Array): number {
    const { codes, scale } = quantisedQuery(vector);
    new Int16Array(this.#kernel.memory.buffer, this.#query, this.#width).fill(0, this.#dimensions).set(codes);
    return scale;
  }

  #extend(slots: number): void {
    const before = this.#slots;
    this.#slots = upTo(blockSlots, slots);
    if (this.#slots > this.#capacity) this.#grow(upTo(blockSlots, Math.max(1_024, this.#slots * 1.5)));
    this.#owners().fill(noMemory, before, this.#slots);
    this.#scales().fill(0, before, this.#slots);
  }

  #grow(capacity: number): void {
    const [scales, owners] = [this.#scales().slice(), this.#owners().slice()];
    this.#capacity = capacity;
    this.#reach(this.#ownersAt + 4 * capacity);
    this.#scales().set(scales);
    this.#owners().set(owners);
  }

  #reach(end: number): void {
    const missing = end - this.#kernel.memory.buffer.byteLength;
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / pageBytes));
  }

  get #scalesAt(): number {
    return this.#codes + this.#capacity * this.#width;
  }

  get #ownersAt(): number {
    return this.#scalesAt + 4 * this.#capacity;
  }

  #scales(): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, this.#scalesAt, this.#capacity);
  }

  #owners(): Int32Array {
    return new Int32Array(this.#kernel.memory.buffer, this.#ownersAt, this.#capacity);
  }

  #bytes(start: number, length: number): Int8Array {
    return new Int8Array(this.#kernel.memory.buffer, start, length);
  }
}

const upTo = (step: number, length: number) => Math.ceil(length / step) * step;
