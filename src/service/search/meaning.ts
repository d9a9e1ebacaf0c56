import { ModelUnavailable, type Embedder, type Embedders } from '../ports/embedder.ts';
import type { Call } from '../call.ts';
import type { Owner } from '../ports/store.ts';
import { embedOnce, inTurn, modelWait, type ModelWait } from './model-turns.ts';
import type { VectorHit, VectorIndex, VectorQuery } from '../ports/vector-index.ts';
import type { SearchCall } from './search-call.ts';

/** The parts of a service that search by meaning. */
export interface Meaning {
  embedders: Embedders;
  /** Returns an owner's vector index. */
  vectors: (owner: Owner) => VectorIndex;
  /**
   * How long one search waits for the model in all, in milliseconds. The default is shorter than the time for which a
   * caller waits for an answer.
   */
  timeoutMs?: number;
}

const defaultTimeoutMs = 12_000;

/** A vector index, ready to search, and the current model. */
export interface SemanticIndex {
  index: VectorIndex;
  embedder: Embedder;
}

/**
 * Returns a function that gives one search the current model. However often the search uses the model, it waits at
 * most `timeoutMs` in all, and each text is embedded once.
 */
export function modelOf({
  principal,
  modelTurns,
  signal,
}: Call<'searchMemories'>): (meaning: Meaning) => Promise<Embedder> {
  const once = embedOnce();
  let limit: ModelWait | undefined;
  return async ({ embedders, timeoutMs = defaultTimeoutMs }) => {
    limit ??= modelWait(signal, timeoutMs);
    return once(inTurn(await limit.wait(() => embedders.current()), modelTurns, principal, limit));
  };
}

/** Throws ModelUnavailable if nothing can be searched by meaning now. */
export async function semanticIndexOf({ parts, principal, model, prepare }: SearchCall): Promise<SemanticIndex> {
  if (parts.meaning === undefined)
    throw new ModelUnavailable('Search by meaning needs a model, and none is available.');
  const index = parts.meaning.vectors(principal.owner);
  await prepare(index);
  if (index.model === undefined) throw new ModelUnavailable('No memory is indexed by the model yet.');
  return { index, embedder: await model(parts.meaning) };
}

/**
 * Searches the index. Throws ModelUnavailable if the index has switched to another model, even during the search:
 * vectors of two models can't be compared.
 */
export async function nearestIn({ index, embedder }: SemanticIndex, query: VectorQuery): Promise<VectorHit[]> {
  const requireSameModel = () => {
    if (index.model !== embedder.model.id) throw new ModelUnavailable('The memories were indexed with another model.');
  };
  requireSameModel();
  const hits = await index.search(query);
  requireSameModel();
  return hits;
}

/** Converts a cosine to a strength, 0..1. Strengths of different queries can be compared. */
export function strengthOf(cosine: number, embedder: Embedder): number {
  return Math.min(1, Math.max(0, unclampedStrength(cosine, embedder)));
}

const unclampedStrength = (cosine: number, { model: { cosines } }: Embedder): number =>
  (cosine - cosines.unrelated) / (cosines.same - cosines.unrelated);

/** The assumed length of a word with the space after it, in UTF-16 units. */
const wordLength = 6;

/**
 * How much the meaning of a hit counts when deciding whether the hit is certain, 0..1: the semantic strength of its
 * passage, or 0 if that is below a minimum. The shorter the passage, the higher the minimum.
 * @param oneWord the minimum for a passage of one word (`Model.certain.oneWord`); undefined if there is no minimum, as
 * for a query of several words
 */
export function evidenceOf({ cosine, passage }: VectorHit, embedder: Embedder, oneWord: number | undefined): number {
  const words = Math.max(1, (passage.end - passage.start) / wordLength);
  const least = (oneWord ?? 0) / Math.sqrt(words);
  return unclampedStrength(cosine, embedder) < least ? 0 : strengthOf(cosine, embedder);
}
