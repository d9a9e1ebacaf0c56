import { checksum } from '../../lib/checksum.ts';
import { withCapacity } from '../doc-values/with-capacity.ts';
import { Extents, type Extent } from './extents.ts';
import type { LargeFile, LargeFiles } from './files/large-file.ts';
import { decodeHeader, encodeHeader, headerBytes, type Header } from './header.ts';

const blockBytes = 64;
/**
 * The 32-bit words of a row: the checksum of the slot's vector; the first block, number of bytes and checksum of the
 * token vectors; the checksum of the row.
 */
const rowWords = 5;
const rowBytes = 4 * rowWords;
const rowsAtOnce = 4_096;
const wipedAtOnce = 256 * 1_024;

const namesOf = (name: string) => [`${name}.token-rows`, `${name}.tokens`] as const;
const blocksFor = (bytes: number) => Math.ceil(bytes / blockBytes);

/**
 * The token vectors of a volume: a vector for each token of each window of text. A row counts only if it contains the
 * checksum of the slot's vector, so a killed process or a restored older file does no harm. The next load blanks rows
 * that don't match their slot, and wipes all space that no row uses. One call at a time.
 */
export class TokenFile {
  readonly #rows: LargeFile;
  readonly #data: LargeFile;
  readonly #nonce: number;
  readonly #extents = new Extents();
  /** By slot: the first block, the number of bytes (0: no token vectors), and their checksum. */
  #firsts = new Uint32Array();
  #bytes = new Uint32Array();
  #checks = new Uint32Array();

  constructor(rows: LargeFile, data: LargeFile, nonce: number) {
    this.#rows = rows;
    this.#data = data;
    this.#nonce = nonce;
  }

  has(slot: number): boolean {
    return (this.#bytes[slot] ?? 0) > 0;
  }

  /** `floatsCheckOf` returns the checksum of the vector in a slot below `slots`, or undefined if the slot is free. */
  async load(slots: number, floatsCheckOf: (slot: number) => number | undefined): Promise<void> {
    const stray: number[] = [];
    const rows: (Extent & { slot: number })[] = [];
    const stored = Math.floor(((await this.#rows.size()) - headerBytes) / rowBytes);
    for (let first = 0; first < stored; first += rowsAtOnce) {
      const words = new Uint32Array(rowWords * Math.min(rowsAtOnce, stored - first));
      await this.#rows.read(rowAt(first), new Uint8Array(words.buffer));
      for (let at = 0, slot = first; at < words.length; at += rowWords, slot++) {
        if (words[at + 4] !== this.#checkOf(words, at)) continue;
        const [floatsCheck, block, bytes, check] = words.subarray(at, at + rowWords);
        if (slot >= slots || floatsCheckOf(slot) !== floatsCheck) stray.push(slot);
        else {
          this.#put(slot, block!, bytes!, check!);
          rows.push({ slot, first: block!, blocks: blocksFor(bytes!) });
        }
      }
    }
    rows.sort((one, other) => one.first - other.first);
    for (const extent of this.#extents.use(rows)) this.#bytes[(extent as (typeof rows)[number]).slot] = 0;
    for (const slot of stray) await this.#blank(slot);
    for (const gap of this.#extents.gaps) await this.#wipe(gap);
    await this.#data.truncate(this.#extents.end * blockBytes);
  }

  /**
   * Writes a slot's token vectors, then their row. After a kill in between, the slot has no token vectors.
   * `floatsCheck`: the checksum of the vector that is or will be in the slot.
   */
  async write(slot: number, floatsCheck: number, tokens: Uint8Array): Promise<void> {
    await this.wipe(slot);
    if (tokens.length === 0) return;
    const extent = { first: this.#extents.take(blocksFor(tokens.length)), blocks: blocksFor(tokens.length) };
    const check = checkOfBytes(tokens);
    try {
      await this.#data.write(extent.first * blockBytes, inWholeBlocks(tokens));
      await this.#writeRow(slot, [floatsCheck, extent.first, tokens.length, check]);
    } catch (error) {
      await this.#discard(slot, extent);
      throw error;
    }
    this.#put(slot, extent.first, tokens.length, check);
  }

  /** The token vectors of a slot, if any. Drops damaged token vectors and returns undefined. */
  async read(slot: number): Promise<Uint8Array | undefined> {
    if (!this.has(slot)) return undefined;
    const bytes = new Uint8Array(this.#bytes[slot]!);
    await this.#data.read(this.#firsts[slot]! * blockBytes, bytes);
    if (checkOfBytes(bytes) === this.#checks[slot]) return bytes;
    await this.wipe(slot);
    return undefined;
  }

  /** Ignores failed writes: the next load wipes all unused space. */
  async wipe(slot: number): Promise<void> {
    if (!this.has(slot)) return;
    const extent = this.#extentOf(slot);
    this.#bytes[slot] = 0;
    await this.#discard(slot, extent);
  }

  /** Gives the token vectors of slot `from` to slot `to`, changing only the rows. */
  async move(from: number, to: number, floatsCheck: number): Promise<void> {
    if (!this.has(from)) return;
    const [first, bytes, check] = [this.#firsts[from]!, this.#bytes[from]!, this.#checks[from]!];
    await this.#writeRow(to, [floatsCheck, first, bytes, check]);
    this.#put(to, first, bytes, check);
    this.#bytes[from] = 0;
    await this.#blank(from).catch(() => {});
  }

  /**
   * Truncates the file of rows to `slots` rows. If most of the file of token vectors is free, moves the vectors of at
   * most `most` slots towards the file's start and truncates the file. Returns whether there may be more to move.
   */
  async compact(slots: number, floatsCheckOf: (slot: number) => number, most: number): Promise<boolean> {
    await this.#rows.truncate(rowAt(slots));
    if (2 * this.#extents.free <= this.#extents.end) return false;
    const lastInFile = Array.from({ length: slots }, (_, slot) => slot)
      .filter((slot) => this.has(slot))
      .sort((one, other) => this.#firsts[other]! - this.#firsts[one]!)
      .slice(0, most);
    let movedOrDropped = 0;
    for (const slot of lastInFile) {
      const extent = this.#extentOf(slot);
      const first = this.#extents.take(extent.blocks, extent.first);
      if (first === undefined) continue;
      const tokens = await this.read(slot);
      if (tokens === undefined) {
        this.#extents.giveBack({ ...extent, first });
        movedOrDropped++;
        continue;
      }
      try {
        await this.#data.write(first * blockBytes, inWholeBlocks(tokens));
        await this.#writeRow(slot, [floatsCheckOf(slot), first, tokens.length, this.#checks[slot]!]);
      } catch (error) {
        await this.#free({ ...extent, first });
        throw error;
      }
      this.#firsts[slot] = first;
      await this.#free(extent);
      movedOrDropped++;
    }
    await this.#data.truncate(this.#extents.end * blockBytes);
    return movedOrDropped === most;
  }

  async close(): Promise<void> {
    await this.#rows.close();
    await this.#data.close();
  }

  #extentOf(slot: number): Extent {
    return { first: this.#firsts[slot]!, blocks: blocksFor(this.#bytes[slot]!) };
  }

  #put(slot: number, first: number, bytes: number, check: number): void {
    this.#firsts = withCapacity(this.#firsts, slot + 1);
    this.#bytes = withCapacity(this.#bytes, slot + 1);
    this.#checks = withCapacity(this.#checks, slot + 1);
    this.#firsts[slot] = first;
    this.#bytes[slot] = bytes;
    this.#checks[slot] = check;
  }

  async #writeRow(slot: number, values: number[]): Promise<void> {
    const words = Uint32Array.of(...values, 0);
    words[4] = this.#checkOf(words, 0);
    const gap = rowAt(slot) - (await this.#rows.size());
    if (gap > 0) await this.#rows.write(rowAt(slot) - gap, new Uint8Array(gap));
    await this.#rows.write(rowAt(slot), new Uint8Array(words.buffer));
  }

  async #blank(slot: number): Promise<void> {
    await this.#rows.write(rowAt(slot), new Uint8Array(rowBytes));
  }

  async #discard(slot: number, extent: Extent): Promise<void> {
    await this.#free(extent);
    await this.#blank(slot).catch(() => {});
  }

  /** If wiping fails, the next load wipes the extent. */
  async #free(extent: Extent): Promise<void> {
    await this.#wipe(extent).catch(() => {});
    this.#extents.giveBack(extent);
  }

  /** Reads first: most gaps are zeros already, and reading takes less time than writing. */
  async #wipe({ first, blocks }: Extent): Promise<void> {
    const end = (first + blocks) * blockBytes;
    for (let at = first * blockBytes; at < end; at += wipedAtOnce) {
      const stored = new Uint8Array(Math.min(wipedAtOnce, end - at));
      const read = await this.#data.read(at, stored);
      if (stored.some((byte) => byte !== 0)) await this.#data.write(at, new Uint8Array(read));
    }
  }

  #checkOf(words: Uint32Array, at: number): number {
    return checksum(words, at, at + rowWords - 1, this.#nonce);
  }
}

/** Opens the files of a volume's token vectors. Empties them first unless they belong to this volume. */
export async function openTokens(files: LargeFiles, name: string, header: Header): Promise<TokenFile> {
  const [rowsName, dataName] = namesOf(name);
  const rows = await files.open(rowsName);
  let data: LargeFile | undefined;
  try {
    data = await files.open(dataName);
    const bytes = new Uint8Array(headerBytes);
    const stored = (await rows.read(0, bytes)) === headerBytes ? decodeHeader(bytes) : undefined;
    if (stored?.nonce !== header.nonce) {
      await data.truncate(0);
      await rows.truncate(0);
      await rows.write(0, encodeHeader(header));
    }
    return new TokenFile(rows, data, header.nonce);
  } catch (error) {
    await rows.close();
    await data?.close();
    throw error;
  }
}

/** Close the files first. */
export async function removeTokens(files: LargeFiles, name: string): Promise<void> {
  for (const file of namesOf(name)) await files.remove(file);
}

const rowAt = (slot: number) => headerBytes + slot * rowBytes;

/** Pads to whole blocks: the next extent begins at a whole block, and a write can't begin beyond the file's end. */
function inWholeBlocks(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(blocksFor(bytes.length) * blockBytes);
  whole.set(bytes);
  return whole;
}

/** `bytes`: token vectors, whose size is a multiple of four. */
function checkOfBytes(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.slice().buffer);
  return checksum(words, 0, words.length, bytes.length);
}
