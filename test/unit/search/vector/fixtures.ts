import { readFile } from 'node:fs/promises';
import { packed } from '../../../../src/lib/four-bit.ts';
import { hash64 } from '../../../../src/lib/hash64.ts';
import type { LargeFiles } from '../../../../src/search/vector/files/large-file.ts';
import { inMemoryLargeFiles } from '../../../../scripts/in-memory-store/large-files.ts';
import { normalise } from '../../../../src/lib/vector-math.ts';
import { vectorIndex, type WritableVectorIndex } from '../../../../src/search/vector/vector-index.ts';
import type { Passage } from '../../../../src/service/ports/embedder.ts';
import type { IndexFiles } from '../../../../src/service/ports/keyword-index.ts';
import type { VectorHit, VectorQuery } from '../../../../src/service/ports/vector-index.ts';
import { inMemoryFiles } from '../../../../scripts/in-memory-store/files.ts';
import { randomFrom } from '../../../../scripts/random.ts';
import type { Notebook } from '../keyword/notebook.ts';

export const kernel = () => readFile('public/kernels/vector.wasm');
export const module = async () => WebAssembly.compile(await kernel());

/** The storage of an index, and the work that the index delays until it is idle. */
export class IndexHost {
  readonly files: LargeFiles;
  readonly blobs: IndexFiles;
  /** How many times the index has reported damage. */
  damages = 0;
  #later: () => Promise<void> = async () => {};

  constructor(files = inMemoryLargeFiles(), blobs = inMemoryFiles()) {
    this.files = files;
    this.blobs = blobs;
  }

  open(): WritableVectorIndex {
    return vectorIndex({
      kernel,
      files: this.files,
      blobs: this.blobs,
      whenQuiet: (work) => (this.#later = work),
      onDamage: () => void this.damages++,
    });
  }

  async quiet(): Promise<void> {
    await this.#later();
  }
}

const vectors = new Map<string, Float32Array>();

/** A random vector, always the same for the same arguments. Cached, since computing it takes most of a test's time. */
export function vectorOf(words: string, model: string, dimensions: number): Float32Array {
  const key = `${model} ${dimensions} ${words}`;
  if (!vectors.has(key)) {
    const random = randomFrom(hash64(`${model} ${words}`)[0]);
    const values = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
    vectors.set(key, normalise(values));
  }
  return vectors.get(key)!.slice();
}

const windowLength = 16;

/** The packed token vectors of a text: one for each of its words, or a single one for an empty text. */
export const tokensOf = (text: string, model: string, dimensions: number): Uint8Array =>
  packed(Float32Array.from(text.split(' ').flatMap((word) => [...vectorOf(word, model, dimensions)])), dimensions);

/** Windows of at most 16 UTF-16 units that overlap by 4, each with its vector and token vectors. */
export function passagesOf(text: string, model: string, dimensions: number): Passage[] {
  const passages: Passage[] = [];
  for (let start = 0; start === 0 || start + 4 < text.length; start += windowLength - 4) {
    const end = Math.min(text.length, start + windowLength);
    const words = text.slice(start, end);
    passages.push({
      start,
      end,
      vector: vectorOf(words, model, dimensions),
      tokens: tokensOf(words, model, dimensions),
    });
  }
  return passages;
}

export const model = 'a model';
export const dimensions = 24;

/** Indexes at most `most` memories, as background indexing does. */
export async function indexSome(
  index: WritableVectorIndex,
  most = Infinity,
  name = model,
  width = dimensions,
): Promise<number> {
  let done = 0;
  for (;;) {
    const page = await index.unindexed({ id: name, dimensions: width, tokenWidth: width }, 3);
    for (const unread of page) {
      if (done++ >= most) return most;
      await index.keep(name, unread, passagesOf(unread.text, name, width));
    }
    if (page.length === 0) return done;
  }
}

/** An index that has indexed the whole notebook. */
export async function indexOf(notebook: Notebook, host = new IndexHost()): Promise<WritableVectorIndex> {
  const index = host.open();
  await index.catchUp(notebook);
  await indexSome(index);
  return index;
}

export function search(
  index: WritableVectorIndex,
  vector: Float32Array,
  options: Partial<VectorQuery> = {},
): Promise<VectorHit[]> {
  return index.search({ vector, filters: {}, limit: 10, ...options });
}
