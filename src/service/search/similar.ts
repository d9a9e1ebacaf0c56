import { normalise } from '../../lib/vector-math.ts';
import type { Search } from '../../v1/schemas/search.ts';
import type { Embedder } from '../ports/embedder.ts';
import { liveMemory } from '../visibility.ts';
import { findByMeaning, type SemanticQuery } from './by-meaning.ts';
import { semanticIndexOf, type SemanticIndex } from './meaning.ts';
import type { Criteria, SearchResult } from './results.ts';
import type { SearchCall } from './search-call.ts';

/**
 * Finds the memories nearest in meaning to a text or to a memory. Leaves out that memory itself.
 * @throws Problem `not_found` for a memory that isn't live or that the caller can't see; ModelUnavailable
 */
export async function findSimilar(
  call: SearchCall,
  like: NonNullable<Search['like']>,
  criteria: Criteria,
): Promise<SearchResult> {
  if ('text' in like) {
    const semantic = await semanticIndexOf(call);
    return findByMeaning(likeMean(semantic, await meanOf(semantic.embedder, like.text)), criteria);
  }
  const { id, content } = await call.read((reader) => liveMemory(reader, call.principal, like.memoryId));
  const semantic = await semanticIndexOf(call);
  const mean = (await semantic.index.vectorOf(id)) ?? (await meanOf(semantic.embedder, content));
  const result = await findByMeaning(likeMean(semantic, mean), { ...criteria, limit: criteria.limit + 1 });
  return { ...result, hits: result.hits.filter((hit) => hit.id !== id).slice(0, criteria.limit) };
}

function likeMean(semantic: SemanticIndex, mean: Float32Array): SemanticQuery {
  const { vector, certain: bounds = semantic.embedder.model.certain } = semantic.embedder.queryLike(mean);
  return { semantic, vector, bounds };
}

/**
 * The mean of the vectors of a text's passages, scaled to length 1: what the text is about as a whole. Zeros if the
 * model finds no meaning in the text.
 */
async function meanOf(embedder: Embedder, text: string): Promise<Float32Array> {
  const passages = await embedder.passages(text);
  const sum = new Float32Array(embedder.model.dimensions);
  for (const { vector } of passages) for (const [index, value] of vector.entries()) sum[index]! += value;
  return normalise(sum);
}
