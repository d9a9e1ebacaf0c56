import { checksumOfFloats } from '../../lib/checksum.ts';
import type { Passage } from '../../service/ports/embedder.ts';
import type { FoundPassage } from '../../service/ports/vector-index.ts';
import type { Codes, Nearest } from './codes.ts';
import { dot, normalise } from '../../lib/vector-math.ts';
import { quantised } from './quantised.ts';
import { headBytes, headOf, type Row } from './row.ts';
import { Slots } from './slots.ts';
import type { TokenFile } from './token-file.ts';
import type { VolumeFiles } from './volume-files.ts';

/** The best passage of a memory, with its exact cosine. */
export interface Measured {
  cosine: number;
  passage: FoundPassage;
}

/**
 * Quantising changes the difference of two cosines by less than this. So a memory's best window can be any window whose
 * score is at most this far below the memory's best score.
 */
const quantisingShift = 0.01;

/** The vectors of one model: one per window of each memory's text. One call at a time. */
export class Volume {
  readonly #files: VolumeFiles;
  readonly #tokens: TokenFile;
  readonly #codes: Codes;
  readonly #slots = new Slots();
  readonly #damaged = new Set<number>();

  constructor(files: VolumeFiles, tokens: TokenFile, codes: Codes) {
    this.#files = files;
    this.#tokens = tokens;
    this.#codes = codes;
  }

  get header(): VolumeFiles['header'] {
    return this.#files.header;
  }

  /** A memory always has all of its vectors or none. */
  get memories(): number {
    return this.#slots.memories;
  }

  has(memory: number): boolean {
    return this.#slots.has(memory);
  }

  hasTokens(memory: number): boolean {
    const slots = this.#slots.of(memory);
    return slots.length > 0 && slots.every((slot) => this.#tokens.has(slot));
  }

  /**
   * Loads the rows whose text belongs to a live memory. Wipes all other intact rows: rows of outdated texts, rows of
   * memories that lack some rows, and duplicates. `find` gets a row's key and text hash (row.ts) and returns the
   * memory's number, which is below `memories`.
   */
  async load(find: (words: Uint32Array, at: number) => number | undefined, memories: number): Promise<void> {
    const missing = new Int32Array(memories);
    const seen = new Set<number>();
    const strays: number[] = [];
    const free: number[] = [];
    const slots = await this.#files.slots();
    const stage = this.#codes.stage(slots, this.#files.chunkBytes);
    await this.#files.readRows(stage, (slot, words, at) => {
      if (at === undefined) return void free.push(slot);
      const memory = find(words, at);
      const row = headOf(words, at);
      if (memory === undefined || (this.has(memory) && (row.count === 1 || seen.has(memory * 2 ** 16 + row.index))))
        return void strays.push(slot);
      missing[memory] = (this.has(memory) ? missing[memory]! : row.count) - 1;
      if (row.count > 1) seen.add(memory * 2 ** 16 + row.index);
      this.#codes.putStaged(slot, 4 * at + headBytes, row.scale, memory);
      this.#slots.put(memory, slot, row);
    });
    this.#slots.cut(slots, free);
    for (const slot of strays) await this.#clear(slot);
    for (let memory = 0; memory < memories; memory++) if (missing[memory]! > 0) await this.drop(memory);
    await this.#tokens.load(slots, (slot) =>
      this.#codes.owner(slot) === undefined ? undefined : this.#slots.window(slot).floatsCheck,
    );
    await this.compact();
  }

  /**
   * Stores all vectors of a memory that has none yet. Throws, and stores none, if writing fails or if a value isn't
   * finite: such a vector can't be compared.
   */
  async keep(memory: number, { key, textHash }: Pick<Row, 'key' | 'textHash'>, passages: Passage[]): Promise<void> {
    if (!passages.every(({ vector }) => vector.every(Number.isFinite)))
      throw new Error('A vector contains a value that is not finite.');
    const windows = passages.map(({ start, end, vector, tokens }, index) => ({
      start,
      end,
      index,
      vector,
      tokens,
      ...quantised(vector),
      floatsCheck: checksumOfFloats(vector),
      slot: this.#slots.take(),
    }));
    try {
      for (const { slot, vector, tokens, ...window } of windows) {
        if (tokens) await this.#tokens.write(slot, window.floatsCheck, tokens);
        await this.#files.write(slot, { key, textHash, count: windows.length, ...window }, vector);
      }
    } catch (error) {
      for (const { slot } of windows) await this.#wipe(slot);
      throw error;
    }
    for (const window of windows) {
      this.#codes.put(window.slot, window, memory);
      this.#slots.put(memory, window.slot, window);
    }
  }

  /**
   * Adds token vectors to a memory's stored vectors. Returns false if the stored windows differ from these passages, or
   * if a passage has no token vectors.
   */
  async keepTokens(memory: number, passages: Passage[]): Promise<boolean> {
    const slots = this.#slots.of(memory);
    if (slots.length !== passages.length) return false;
    for (const slot of slots) {
      const { start, end, index, floatsCheck } = this.#slots.window(slot);
      const passage = passages[index];
      if (passage?.tokens === undefined || passage.start !== start || passage.end !== end) return false;
      await this.#tokens.write(slot, floatsCheck, passage.tokens);
    }
    return true;
  }

  /** The token vectors of a memory's window with this index; undefined if there are none, or they are damaged. */
  async tokensOf(memory: number, index: number): Promise<Uint8Array | undefined> {
    const slot = this.#slots.of(memory).find((candidate) => this.#slots.window(candidate).index === index);
    return slot === undefined ? undefined : this.#tokens.read(slot);
  }

  async drop(memory: number): Promise<void> {
    for (const slot of this.#slots.release(memory)) await this.#clear(slot);
    this.#damaged.delete(memory);
  }

  nearest(vector: Float32Array, mask: Uint8Array | undefined, most: number): Nearest[] {
    return this.#codes.nearest(vector, mask, most);
  }

  /** The memory must have vectors. */
  async measure(memory: number, vector: Float32Array): Promise<Measured> {
    const slots = this.#slots.of(memory);
    const scores = slots.length === 1 ? [0] : this.#codes.scores(vector, slots);
    const least = Math.max(...scores) - quantisingShift;
    let best: Measured | undefined;
    for (const slot of slots.filter((_, index) => scores[index]! >= least)) {
      const cosine = Math.min(1, dot(vector, await this.#vector(slot)));
      const { start, end, index } = this.#slots.window(slot);
      if (!best || cosine > best.cosine || (cosine === best.cosine && index < best.passage.index))
        best = { cosine, passage: { start, end, index } };
    }
    return best!;
  }

  /** The mean of a memory's vectors, of length 1 or zeros; undefined if it has none. */
  async mean(memory: number): Promise<Float32Array | undefined> {
    if (!this.has(memory)) return undefined;
    const sum = new Float32Array(this.header.dimensions);
    for (const slot of this.#slots.of(memory))
      for (const [index, value] of (await this.#vector(slot)).entries()) sum[index]! += value;
    return normalise(sum);
  }

  /** Drops all vectors of each memory that has a damaged vector. Returns the numbers of the memories. */
  async dropDamaged(): Promise<number[]> {
    const memories = [...this.#damaged];
    for (const memory of memories) await this.drop(memory);
    return memories;
  }

  /**
   * If at least half of the slots are free, moves at most `most` vectors towards the start and truncates the files.
   * Returns whether there is more to move. After a kill during a move, the next start loads one of two copies and wipes
   * the other.
   */
  async compact(most = 256): Promise<boolean> {
    const isMore = await this.#compactSlots(most);
    const isMoreTokens = await this.#tokens.compact(
      this.#slots.end,
      (slot) => this.#slots.window(slot).floatsCheck,
      most,
    );
    return isMore || isMoreTokens;
  }

  async #compactSlots(most: number): Promise<boolean> {
    const { free } = this.#slots;
    let { end } = this.#slots;
    const taken = end - free;
    if (free === 0 || taken > free) return false;
    for (let moved = 0; end > taken && moved < most; end--) {
      const memory = this.#codes.owner(end - 1);
      if (memory === undefined) continue;
      await this.#move(memory, end - 1);
      moved++;
    }
    this.#slots.cut(end);
    this.#codes.cut(end);
    await this.#files.truncate(end);
    return end > taken;
  }

  async close(): Promise<void> {
    await this.#files.close();
    await this.#tokens.close();
  }

  /** The vector as written. If the file is damaged, notes the memory and returns an approximation from the codes. */
  async #vector(slot: number): Promise<Float32Array> {
    const vector = await this.#files.vector(slot);
    if (checksumOfFloats(vector) === this.#slots.window(slot).floatsCheck) return vector;
    const { codes, scale } = this.#codes.take(slot);
    this.#damaged.add(this.#codes.owner(slot)!);
    return Float32Array.from(codes, (code) => code * scale);
  }

  async #move(memory: number, from: number): Promise<void> {
    const to = this.#slots.take();
    try {
      if (!(await this.#files.copy(from, to))) {
        this.#slots.giveBack(to);
        return await this.drop(memory);
      }
      await this.#tokens.move(from, to, this.#slots.window(from).floatsCheck);
    } catch (error) {
      await this.#wipe(to);
      throw error;
    }
    this.#codes.put(to, this.#codes.take(from), memory);
    this.#slots.move(memory, from, to);
    await this.#clear(from);
  }

  async #clear(slot: number): Promise<void> {
    this.#codes.free(slot);
    await this.#wipe(slot);
  }

  /** If wiping fails, the next `load` finds the row again. */
  async #wipe(slot: number): Promise<void> {
    await this.#tokens.wipe(slot);
    await this.#files.wipe(slot).catch(() => {});
    this.#slots.giveBack(slot);
  }
}
