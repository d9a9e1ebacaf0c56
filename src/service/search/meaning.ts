import { ModelUnavailable, type Embedder, type Embedders } from '../ports/embedder.ts';
import type { Call } from '../call.ts';
import type { Owner } from '../ports/store.ts';
import { embedOnce, inTurn, patience, type Patience } from './model-turns.ts';
import type { VectorHit, VectorIndex, VectorQuery } from '../ports/vector-index.ts';
import type { SearchCall } from './search-call.ts';

/** What a service searches by meaning with. */
export interface Meaning {
  embedders: Embedders;
  /** The index of vectors of an owner; the same one each time. */
  vectors: (owner: Owner) => VectorIndex;
  /** How long a search waits for the model in all, in milliseconds; default: less than a caller waits for an answer. */
  patienceMs?: number;
}

const defaultPatienceMs = 12_000;

/** An index that is ready to be asked, and the model whose vectors are in it. */
export interface Reading {
  index: VectorIndex;
  embedder: Embedder;
}

/** Returns how one search gets its model: it waits at most `patienceMs` in all, and embeds each text once, however often it asks. */
export function modelOf({
  principal,
  modelTurns,
  signal,
}: Call<'searchMemories'>): (meaning: Meaning) => Promise<Embedder> {
  const once = embedOnce();
  let patient: Patience | undefined;
  return async ({ embedders, patienceMs = defaultPatienceMs }) => {
    patient ??= patience(signal, patienceMs);
    return once(inTurn(await patient.wait(() => embedders.current()), modelTurns, principal.owner, patient));
  };
}

/** Throws ModelUnavailable where nothing can be searched by meaning now. */
export async function readingOf({ parts, principal, model, prepare }: SearchCall): Promise<Reading> {
  if (parts.meaning === undefined)
    throw new ModelUnavailable('Search by meaning needs a model, and none is available.');
  const index = parts.meaning.vectors(principal.owner);
  await prepare(index);
  if (index.model === undefined) throw new ModelUnavailable('No memory is indexed by the model yet.');
  return { index, embedder: await model(parts.meaning) };
}

/** Searches the index. Throws ModelUnavailable where it has gone over to another model's vectors, be it meanwhile: they can't be compared with this one's. */
export async function nearestIn({ index, embedder }: Reading, query: VectorQuery): Promise<VectorHit[]> {
  const requireSameModel = () => {
    if (index.model !== embedder.model.id) throw new ModelUnavailable('The memories were indexed with another model.');
  };
  requireSameModel();
  const hits = await index.search(query);
  requireSameModel();
  return hits;
}

/** A cosine on the scale that compares across queries, 0..1. */
export function strengthOf(cosine: number, { model }: Embedder): number {
  const { strange, same } = model.cosines;
  return Math.min(1, Math.max(0, (cosine - strange) / (same - strange)));
}
