import type { Match } from '../../v1/schemas/search.ts';
import type { Model } from '../ports/embedder.ts';
import type { TokenScores } from './late-interaction.ts';
import type { Hit } from './results.ts';
import type { WordCoverage } from './word-coverage.ts';

/**
 * A hit is certain by word if its keyword score is at least this share of the best possible one. `alone`: if the model
 * didn't compare the hit. `unknown`: if the model knows too few of the query's words, or the query has no letters.
 */
const certainByWord = { alone: 0.18, unknown: 0.28 };

/**
 * The floor as a share of the model's semantic bound (docs/search.md, "Floor"). `unknown`: the model knows no word of
 * the query and only guesses.
 */
const floors = { known: 0.66, unknown: 0.8 };

/**
 * The least semantic strength of a memory that shares no word with the query. Weaker memories are dropped.
 * @param familiarity the share of the query's words that the model knows, 0..1
 */
export function semanticFloor({ semantic, floor }: Model['certain'], familiarity: number): number {
  return floor ?? semantic * (familiarity === 0 ? floors.unknown : floors.known);
}

/**
 * Whether a hit is a likely match. A hit with every word of the query is certain. For any other hit that was compared
 * token by token, the weighted sum of its token score, term score and strengths must reach the model's `sum`. For a hit
 * that wasn't compared, each strength is divided by its bound, and the sum of the squares must be at least 1. Without a
 * semantic strength or `bounds`, the keyword strength decides (`certainByWord`).
 * @param bounds of the query or its model; undefined if the semantic strength means nothing
 * @param interaction the scores by tokens and by terms; `none`: the hit is in another language than the query, so it
 * can't be compared token by token
 */
export function isCertain(
  { keyword, semantic }: Pick<Match, 'keyword' | 'semantic'>,
  wordCoverage: WordCoverage,
  bounds?: Model['certain'],
  interaction?: TokenScores | 'none',
): boolean {
  if (wordCoverage === 'all') return true;
  if (semantic === null) return (keyword ?? 0) >= certainByWord.alone;
  if (bounds === undefined) return (keyword ?? 0) >= certainByWord.unknown;
  const { byTokens, otherLanguage = bounds.semantic } = bounds;
  if (typeof interaction === 'object' && byTokens !== undefined) {
    const { tokens, terms } = interaction;
    const strengths = byTokens.semantic * semantic + byTokens.keyword * (keyword ?? 0);
    return tokens + byTokens.terms * terms + strengths >= byTokens.sum;
  }
  const bound = interaction === 'none' ? otherLanguage : bounds.semantic;
  return Math.hypot((keyword ?? 0) / bounds.keyword, semantic / bound) >= 1;
}

/**
 * Moves certain hits before the others and keeps the order within each group. Lowers the others' scores if needed, so
 * that scores never rise from hit to hit.
 */
export function certainFirst(hits: Hit[]): Hit[] {
  const certain = hits.filter(({ match }) => match.certain);
  const others = hits.filter(({ match }) => !match.certain);
  const least = certain.at(-1)?.score ?? 1;
  const most = others[0]?.score ?? 0;
  if (most <= least) return [...certain, ...others];
  return [...certain, ...others.map((hit) => ({ ...hit, score: Math.min(least, hit.score * (least / most)) }))];
}
