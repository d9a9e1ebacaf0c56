import { blockSlots, bytesPerHit, kernelOf, pieceCodes, type IsBefore, type Kernel } from './kernel.ts';
import { quantisedQuery, type Quantised } from './quantised.ts';

/** A memory and its best slot: the slot whose vector is nearest to the query. */
export interface Nearest {
  memory: number;
  slot: number;
  /** The cosine, up to the quantisation error. */
  score: number;
}

const pageBytes = 65_536;
const noMemory = -1;

/**
 * Quantised vectors in slots (numbered positions), in the linear memory of the WebAssembly kernel that scans them. The
 * linear memory contains, in this order: a query, a buffer for one vector, the codes of all slots, the columns of
 * scales and owners (the memory of each slot), and the buffers of a call. The codes never move. The columns move when
 * the codes need their space.
 */
export class Codes {
  readonly #kernel: Kernel;
  readonly #dimensions: number;
  readonly #width: number;
  readonly #queryAt: number;
  readonly #rowAt: number;
  readonly #codesAt: number;
  #capacity = 0;
  #slots = 0;
  /** By slot. Views of the linear memory, renewed when it grows. */
  #scales = new Float32Array();
  #owners = new Int32Array();

  constructor(module: WebAssembly.Module, dimensions: number, isBefore: IsBefore) {
    this.#kernel = kernelOf(module, isBefore);
    this.#dimensions = dimensions;
    this.#width = upTo(pieceCodes, dimensions);
    this.#queryAt = upTo(16, this.#kernel.base.value);
    this.#rowAt = this.#queryAt + 2 * this.#width;
    this.#codesAt = upTo(64, this.#rowAt + this.#width);
    this.#ensureBytes(this.#codesAt);
  }

  get bytes(): number {
    return this.#kernel.memory.buffer.byteLength;
  }

  put(slot: number, { codes, scale }: Quantised<Int8Array>, memory: number): void {
    this.#bytes(this.#rowAt, this.#width).fill(0, this.#dimensions).set(codes);
    this.#put(slot, this.#rowAt, scale, memory);
  }

  take(slot: number): Quantised<Int8Array> {
    this.#kernel.take(this.#rowAt, this.#codesAt, slot, this.#width);
    return { codes: this.#bytes(this.#rowAt, this.#dimensions).slice(), scale: this.#scales[slot]! };
  }

  /**
   * Reserves the slots below `slots`. Returns the stage: a buffer of `length` bytes, into which the caller reads rows
   * of a file. Any call other than `putStaged` for these slots may make the stage invalid.
   */
  stage(slots: number, length: number): Uint8Array {
    if (slots > 0) this.#extend(slots);
    this.#ensureBytes(this.#buffersAt + length + this.#width);
    return new Uint8Array(this.#kernel.memory.buffer, this.#buffersAt, length);
  }

  /** Puts the codes at byte `at` of the stage into a slot. */
  putStaged(slot: number, at: number, scale: number, memory: number): void {
    this.#put(slot, this.#buffersAt + at, scale, memory);
  }

  /** The memory to which a slot belongs; undefined if the slot is free. */
  owner(slot: number): number | undefined {
    const owner = slot < this.#slots ? this.#owners[slot]! : noMemory;
    return owner === noMemory ? undefined : owner;
  }

  free(slot: number): void {
    this.#owners[slot] = noMemory;
    this.#scales[slot] = 0;
  }

  cut(slots: number): void {
    for (let slot = slots; slot < this.#slots; slot++) this.free(slot);
    this.#slots = Math.min(this.#slots, upTo(blockSlots, slots));
  }

  /**
   * At most `most` memories, each with its best slot, best first. `isBefore` orders memories with equal scores. `mask`:
   * 1 for each wanted memory; undefined: all.
   */
  nearest(vector: Float32Array, mask: Uint8Array | undefined, most: number): Nearest[] {
    const hitsAt = upTo(4, this.#buffersAt + (mask?.length ?? 0));
    this.#ensureBytes(hitsAt + most * bytesPerHit);
    if (mask) this.#bytes(this.#buffersAt, mask.length).set(mask);
    const scale = this.#writeQuery(vector);
    const hitCount = this.#kernel.scan(
      this.#codesAt,
      this.#slots,
      this.#width,
      this.#scalesAt,
      this.#ownersAt,
      mask ? this.#buffersAt : 0,
      this.#queryAt,
      most,
      hitsAt,
    );
    const hits = new DataView(this.#kernel.memory.buffer, hitsAt, hitCount * bytesPerHit);
    return Array.from({ length: hitCount }, (_, index) => ({
      slot: hits.getInt32(index * bytesPerHit, true),
      memory: hits.getInt32(index * bytesPerHit + 4, true),
      score: hits.getFloat32(index * bytesPerHit + 8, true) * scale,
    }));
  }

  scores(vector: Float32Array, slots: number[]): number[] {
    const scale = this.#writeQuery(vector);
    return slots.map(
      (slot) => this.#kernel.score(this.#codesAt, slot, this.#width, this.#scalesAt, this.#queryAt) * scale,
    );
  }

  /** Returns the query's scale. */
  #writeQuery(vector: Float32Array): number {
    const { codes, scale } = quantisedQuery(vector);
    new Int16Array(this.#kernel.memory.buffer, this.#queryAt, this.#width).fill(0, this.#dimensions).set(codes);
    return scale;
  }

  #put(slot: number, rowAt: number, scale: number, memory: number): void {
    if (slot >= this.#slots) this.#extend(slot + 1);
    this.#kernel.put(rowAt, this.#codesAt, slot, this.#width);
    this.#scales[slot] = scale;
    this.#owners[slot] = memory;
  }

  #extend(slots: number): void {
    const before = this.#slots;
    this.#slots = Math.max(before, upTo(blockSlots, slots));
    if (this.#slots > this.#capacity) this.#grow(upTo(blockSlots, Math.max(1_024, this.#slots * 1.5)));
    for (let slot = before; slot < this.#slots; slot++) this.free(slot);
  }

  #grow(capacity: number): void {
    const [scales, owners] = [this.#scales.slice(), this.#owners.slice()];
    this.#capacity = capacity;
    this.#ensureBytes(this.#buffersAt);
    this.#scales.set(scales);
    this.#owners.set(owners);
  }

  #ensureBytes(end: number): void {
    const missing = end - this.#kernel.memory.buffer.byteLength;
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / pageBytes));
    if (this.#scales.buffer === this.#kernel.memory.buffer && this.#scales.length === this.#capacity) return;
    this.#scales = new Float32Array(this.#kernel.memory.buffer, this.#scalesAt, this.#capacity);
    this.#owners = new Int32Array(this.#kernel.memory.buffer, this.#ownersAt, this.#capacity);
  }

  get #scalesAt(): number {
    return this.#codesAt + this.#capacity * this.#width;
  }

  get #ownersAt(): number {
    return this.#scalesAt + 4 * this.#capacity;
  }

  get #buffersAt(): number {
    return this.#ownersAt + 4 * this.#capacity;
  }

  #bytes(start: number, length: number): Int8Array {
    return new Int8Array(this.#kernel.memory.buffer, start, length);
  }
}

const upTo = (step: number, length: number) => Math.ceil(length / step) * step;
