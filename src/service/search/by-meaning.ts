import { ModelUnavailable, type Model } from '../ports/embedder.ts';
import type { VectorHit } from '../ports/vector-index.ts';
import { isCertain, semanticFloor } from './certainty.ts';
import { coverageOf, type Found, type Wanted } from './found.ts';
import { isReadable } from './readable.ts';
import { nearestIn, readingOf, strengthOf, type Reading } from './meaning.ts';
import type { SearchCall } from './search-call.ts';

/** A question as the model reads it. */
export interface Meant {
  reading: Reading;
  vector: Float32Array;
  /** The model's; undefined where it knows too little of the words to be sure of anything. */
  bounds: Model['certain'] | undefined;
}

/** A query as the model reads it. */
export interface MeantQuery extends Meant {
  /** The least semantic strength of a memory that shares no word with the query. */
  floor: number;
}

/** The least share of a question's words that the model must know to be sure: questions in English have more, those in other languages of its letters less. */
const enoughKnown = 0.65;

/** Throws ModelUnavailable where the question can't be searched for by meaning. */
export async function meantBy(call: SearchCall, text: string): Promise<MeantQuery> {
  const reading = await readingOf(call);
  const { embedder } = reading;
  if (!isReadable(text, embedder.model.languages)) throw new ModelUnavailable("The model doesn't support this script.");
  const [vector, known] = await Promise.all([embedder.query(text), embedder.familiarity(text)]);
  return {
    reading,
    vector,
    bounds: known < enoughKnown ? undefined : embedder.model.certain,
    floor: semanticFloor(embedder.model, known),
  };
}

/** Finds by meaning alone. */
export async function findByMeaning({ reading, vector, bounds }: Meant, wanted: Wanted): Promise<Found> {
  const hits = await nearestIn(reading, { vector, ...wanted });
  const foundBy = ({ id, cosine, passage }: VectorHit) => {
    const strengths = { keyword: null, semantic: strengthOf(cosine, reading.embedder) };
    return {
      id,
      score: strengths.semantic,
      match: { ...strengths, words: [], certain: isCertain(strengths, 'none', bounds) },
      nearest: passage,
    };
  };
  return { memories: hits.map(foundBy), mode: 'semantic', coverage: await coverageOf(reading.index, wanted) };
}
