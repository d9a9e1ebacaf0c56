import { ModelUnavailable, type Model, type QueryTokens } from '../ports/embedder.ts';
import { isCertain, semanticFloor } from './certainty.ts';
import { evidenceOf, nearestIn, semanticIndexOf, strengthOf, type SemanticIndex } from './meaning.ts';
import { inOtherLanguage } from './other-language.ts';
import { isUnspaced, segmentWords } from '../../lib/text/words.ts';
import { isReadable } from '../../lib/text/readable.ts';
import { coverageOf, type Criteria, type SearchResult } from './results.ts';
import type { SearchCall } from './search-call.ts';

export interface SemanticQuery {
  semantic: SemanticIndex;
  vector: Float32Array;
  /**
   * The query's bounds for certain hits, by default the model's. Undefined if no hit can be certain by meaning: the
   * model knows too few of the query's words, or the query has no letters.
   */
  bounds: Model['certain'] | undefined;
  /**
   * If the query is one word: the strength that a passage of one word needs to count towards certainty (Model.certain).
   */
  oneWord?: number | undefined;
}

/** An embedded text query. */
export interface EmbeddedQuery extends SemanticQuery {
  /** The minimum semantic strength of a hit that shares no word with the query. */
  floor: number;
  /** From this semantic strength on, a hit that shares no word with the query may rank before hits that do. */
  sure: number;
  tokens?: QueryTokens | undefined;
}

/**
 * The minimum share of a query's words that the model must know. Below this share, no hit is certain by meaning. Most
 * queries in the model's languages are above, most queries in other languages of the same script below.
 */
const minFamiliarity = 0.65;

/** Whether a text is one word, of a script with spaces. */
function isOneWord(text: string): boolean {
  const words = Array.from(segmentWords(text), ({ word }) => word);
  return words.length === 1 && !isUnspaced(words[0]!);
}

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
    oneWord: isOneWord(text) ? certain.oneWord : undefined,
    bounds: familiarity < minFamiliarity || !/\p{L}/u.test(text) ? undefined : certain,
    sure: certain.sure ?? (familiarity < minFamiliarity ? Infinity : certain.semantic),
    floor: semanticFloor(certain, familiarity),
    tokens,
  };
}

/** Searches by meaning only. */
export async function findByMeaning(
  { semantic, vector, bounds, oneWord }: SemanticQuery,
  criteria: Criteria,
): Promise<SearchResult> {
  const nearest = await nearestIn(semantic, { vector, ...criteria });
  const found = nearest.map((hit) => {
    const strengths = { keyword: null, semantic: strengthOf(hit.cosine, semantic.embedder) };
    const evidence = { ...strengths, semantic: evidenceOf(hit, semantic.embedder, oneWord) };
    return { id: hit.id, strengths, evidence, nearest: hit.passage, certain: isCertain(evidence, 'none', bounds) };
  });
  const foreign = await inOtherLanguage(
    semantic,
    bounds,
    found.filter(({ certain }) => certain),
  );
  const hits = found.map(({ id, strengths, evidence, nearest: passage, certain }) => ({
    id,
    score: strengths.semantic,
    match: {
      ...strengths,
      words: [],
      certain: foreign.has(id) ? isCertain(evidence, 'none', bounds, 'none') : certain,
    },
    nearest: passage,
  }));
  return { hits, mode: 'semantic', coverage: await coverageOf(semantic.index, criteria) };
}
