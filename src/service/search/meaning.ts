import { within } from '../../lib/within.ts';
import type { Call } from '../call.ts';
import { ModelUnavailable, type Embedder, type Embedders } from '../ports/embedder.ts';
import type { Owner } from '../ports/store.ts';
import type { VectorHit, VectorIndex, VectorQuery } from '../ports/vector-index.ts';

/** What a service searches by meaning with. */
export interface Meaning {
  embedders: Embedders;
  /** The index of vectors of an owner; the same one each time. */
  vectors: (owner: Owner) => VectorIndex;
  /** How long a search waits for the model in all, in milliseconds; default: less than a caller waits for an answer. */
  patienceMs?: number;
}

const defaultPatienceMs = 12_000;

/** An index that has caught up, and the model whose vectors are in it. */
export interface Reading {
  index: VectorIndex;
  embedder: Embedder;
}

/** Throws ModelUnavailable where nothing can be searched by meaning now. */
export async function readingOf({ parts, principal, feedOf }: Call<'searchMemories'>): Promise<Reading> {
  if (parts.meaning === undefined) throw new ModelUnavailable('Searching by meaning needs a model, and there is none here.');
  const index = parts.meaning.vectors(principal.owner);
  await index.catchUp(await feedOf(principal.owner));
  if (index.model === undefined) throw new ModelUnavailable('The model has not read any memory yet.');
  const inTime = patience(parts.meaning.patienceMs ?? defaultPatienceMs);
  return { index, embedder: hurried(await inTime(parts.meaning.embedders.current()), inTime) };
}

/** What a work comes to, unless all the time is used up before. */
type InTime = <Result>(work: Promise<Result>) => Promise<Result>;

function patience(milliseconds: number): InTime {
  const end = performance.now() + milliseconds;
  return async (work) => {
    const done = await within(end - performance.now(), work.then((result) => ({ result })));
    if (done === undefined) throw new ModelUnavailable('The model takes too long to answer.');
    return done.result;
  };
}

/** The same model, for a search that has no longer to wait. */
function hurried(embedder: Embedder, inTime: InTime): Embedder {
  return {
    model: embedder.model,
    query: (text) => inTime(embedder.query(text)),
    passages: (text) => inTime(embedder.passages(text)),
    familiarity: (text) => inTime(embedder.familiarity(text)),
  };
}

/** Searches the index. Throws ModelUnavailable where it has gone over to another model's vectors, be it meanwhile: they can't be compared with this one's. */
export async function nearestIn({ index, embedder }: Reading, query: VectorQuery): Promise<VectorHit[]> {
  const requireSameModel = () => {
    if (index.model !== embedder.model.id) throw new ModelUnavailable('The memories were read by another model than the one that is there.');
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
