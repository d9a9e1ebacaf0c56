import type { Search } from '../../v1/schemas/search.ts';
import type { Embedder } from '../ports/embedder.ts';
import { liveMemory } from '../visibility.ts';
import { findByMeaning } from './by-meaning.ts';
import type { Found, Wanted } from './found.ts';
import { readingOf } from './meaning.ts';
import type { SearchCall } from './search-call.ts';

/**
 * Finds what is near in meaning to a text, or to a memory, which is left out itself.
 * @throws Problem `not_found` for a memory that the asker does not see; ModelUnavailable
 */
export async function findAlike(call: SearchCall, like: NonNullable<Search['like']>, wanted: Wanted): Promise<Found> {
  if ('text' in like) {
    const reading = await readingOf(call);
    return findByMeaning(
      { reading, vector: await meanOf(reading.embedder, like.text), bounds: reading.embedder.model.certain },
      wanted,
    );
  }
  const { id, content } = await call.read((reader) => liveMemory(reader, call.principal, like.memoryId));
  const reading = await readingOf(call);
  const vector = (await reading.index.vectorOf(id)) ?? (await meanOf(reading.embedder, content));
  const found = await findByMeaning(
    { reading, vector, bounds: reading.embedder.model.certain },
    { ...wanted, limit: wanted.limit + 1 },
  );
  return { ...found, memories: found.memories.filter((memory) => memory.id !== id).slice(0, wanted.limit) };
}

/** What a text is about as a whole: the mean of its passages, of length 1. */
async function meanOf(embedder: Embedder, text: string): Promise<Float32Array> {
  const passages = await embedder.passages(text);
  const sum = new Float32Array(embedder.model.dimensions);
  for (const { vector } of passages) for (const [place, value] of vector.entries()) sum[place]! += value;
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
