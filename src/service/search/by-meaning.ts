import { ModelUnavailable, type Model, type QueryTokens } from '../ports/embedder.ts';
import { isCertain, semanticFloor } from './certainty.ts';
import { nearestIn, semanticIndexOf, strengthOf, type SemanticIndex } from './meaning.ts';
import { inOtherLanguage } from './other-language.ts';
import { isReadable } from '../../lib/text/readable.ts';
import { coverageOf, type Criteria, type SearchResult } from './results.ts';
import type { SearchCall } from './search-call.ts';

export interface SemanticQuery {
  semantic: SemanticIndex;
  vector: Float32Array;
  /**
   * The model's bounds for certain hits; undefined if no hit can be certain by meaning: the model knows too few of the
   * query's words, or the query has no letters.
   */
  bounds: Model['certain'] | undefined;
}

/** An embedded text query. */
export interface EmbeddedQuery extends SemanticQuery {
  /** The minimum semantic strength of a hit that shares no word with the query. */
  floor: number;
  /** From this semantic strength on, such a hit may rank before hits that share words. */
  sure: number;
  tokens?: QueryTokens | undefined;
}

/**
 * The minimum share of a query's words that the model must know for certain hits. English queries are above it. Queries
 * in other languages of the same script are below it.
 */
const minFamiliarity = 0.65;

/** Throws ModelUnavailable if the query can't be searched by meaning. */
export async function embedQuery(call: SearchCall, text: string): Promise<EmbeddedQuery> {
  const semantic = await semanticIndexOf(call);
  const { embedder } = semantic;
  if (!isReadable(text, embedder.model.languages)) throw new ModelUnavailable('The model doesn’t support this script.');
  const [{ vector, tokens, certain = embedder.model.certain }, familiarity] = await Promise.all([
    embedder.query(text),
    embedder.familiarity(text),
  ]);
  return {
    semantic,
    vector,
    bounds: familiarity < minFamiliarity || !/\p{L}/u.test(text) ? undefined : certain,
    sure: certain.sure ?? (familiarity < minFamiliarity ? Infinity : certain.semantic),
    floor: semanticFloor(certain, familiarity),
    tokens,
  };
}

/** Searches by meaning only. */
export async function findByMeaning(
  { semantic, vector, bounds }: SemanticQuery,
  criteria: Criteria,
): Promise<SearchResult> {
  const nearest = await nearestIn(semantic, { vector, ...criteria });
  const found = nearest.map(({ id, cosine, passage }) => {
    const strengths = { keyword: null, semantic: strengthOf(cosine, semantic.embedder) };
    return { id, strengths, nearest: passage, certain: isCertain(strengths, 'none', bounds) };
  });
  const foreign = await inOtherLanguage(
    semantic,
    bounds,
    found.filter(({ certain }) => certain),
  );
  const hits = found.map(({ id, strengths, nearest: passage, certain }) => ({
    id,
    score: strengths.semantic,
    match: {
      ...strengths,
      words: [],
      certain: foreign.has(id) ? isCertain(strengths, 'none', bounds, 'none') : certain,
    },
    nearest: passage,
  }));
  return { hits, mode: 'semantic', coverage: await coverageOf(semantic.index, criteria) };
}
