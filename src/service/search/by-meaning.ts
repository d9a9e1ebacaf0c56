import { ModelUnavailable, type Model, type QueryTokens } from '../ports/embedder.ts';
import type { VectorHit } from '../ports/vector-index.ts';
import { isCertain, semanticFloor } from './certainty.ts';
import { nearestIn, semanticIndexOf, strengthOf, type SemanticIndex } from './meaning.ts';
import { coverageOf, type Criteria, type SearchResult } from './results.ts';
import type { SearchCall } from './search-call.ts';

export interface SemanticQuery {
  semantic: SemanticIndex;
  vector: Float32Array;
  /** The model's; undefined if it knows too few of the words to be certain of anything. */
  bounds: Model['certain'] | undefined;
}

/** A query in words, embedded. */
export interface EmbeddedQuery extends SemanticQuery {
  /** The least semantic strength of a memory that shares no word with the query. */
  floor: number;
  tokens?: QueryTokens | undefined;
}

/** The least share of a query's words that the model must know to be certain. English queries are above it, those in other languages of the same script below. */
const enoughKnown = 0.65;

/** Throws ModelUnavailable if the query can't be searched by meaning. */
export async function embedQuery(call: SearchCall, text: string): Promise<EmbeddedQuery> {
  const semantic = await semanticIndexOf(call);
  const { embedder } = semantic;
  if (!isReadable(text, embedder.model.languages)) throw new ModelUnavailable("The model doesn't support this script.");
  const [{ vector, tokens }, known] = await Promise.all([embedder.query(text), embedder.familiarity(text)]);
  return {
    semantic,
    vector,
    bounds: known < enoughKnown ? undefined : embedder.model.certain,
    floor: semanticFloor(embedder.model, known),
    tokens,
  };
}

/** Whether a text has a digit, or a letter in the script of one of these languages (BCP 47). A model makes no sense of other texts. */
export function isReadable(text: string, languages: string[]): boolean {
  return /\p{N}/u.test(text) || languages.some((language) => lettersOf(language).test(text));
}

function lettersOf(language: string): RegExp {
  return new RegExp(`\\p{Script=${new Intl.Locale(language).maximize().script}}`, 'u');
}

/** Finds by meaning alone. */
export async function findByMeaning(
  { semantic, vector, bounds }: SemanticQuery,
  criteria: Criteria,
): Promise<SearchResult> {
  const nearest = await nearestIn(semantic, { vector, ...criteria });
  const hitOf = ({ id, cosine, passage }: VectorHit) => {
    const strengths = { keyword: null, semantic: strengthOf(cosine, semantic.embedder) };
    return {
      id,
      score: strengths.semantic,
      match: { ...strengths, words: [], certain: isCertain(strengths, 'none', bounds) },
      nearest: passage,
    };
  };
  return { hits: nearest.map(hitOf), mode: 'semantic', coverage: await coverageOf(semantic.index, criteria) };
}
