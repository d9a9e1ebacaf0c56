import type { Passage } from '../../../../src/service/ports/embedder.ts';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';
import type { VectorHit } from '../../../../src/service/ports/vector-index.ts';
import { newestFirst } from '../../../../src/store/listing.ts';

/** Reference implementation: the text that is embedded for a memory, and the offset of the content in that text. */
export function textOf({ title, content }: MemoryRow): { text: string; contentStart: number } {
  return title === null || content.includes(title)
    ? { text: content, contentStart: 0 }
    : { text: `${title}\n${content}`, contentStart: title.length + 1 };
}

/**
 * Reference implementation of search by meaning, written for clarity, not speed. Scores each memory by its best
 * passage, in float64.
 */
export function naiveSearch(
  memories: MemoryRow[],
  vector: Float32Array,
  passagesOf: (text: string) => Passage[],
): VectorHit[] {
  return memories
    .toSorted(newestFirst)
    .map((memory) => {
      const { text, contentStart } = textOf(memory);
      const best = passagesOf(text)
        .map(({ start, end, vector: own }, index) => ({
          cosine: Math.min(1, cosineOf(vector, own)),
          passage: { start: Math.max(0, start - contentStart), end: Math.max(0, end - contentStart), index },
        }))
        .reduce((nearest, next) => (next.cosine > nearest.cosine ? next : nearest));
      return { id: memory.id, ...best };
    })
    .sort((one, other) => other.cosine - one.cosine);
}

const cosineOf = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, position) => sum + value * other[position]!, 0);
