import type { Match } from '../../v1/schemas/search.ts';
import type { Model } from '../ports/embedder.ts';
import type { FoundMemory } from './found.ts';
import type { WordCoverage } from './word-coverage.ts';

/** Of all that a query could score by word: where a model has no say, a hit below it is less certain. */
const certainByWord = 0.18;

/** Of the model's semantic bound; docs/design.md, "A floor", says what they are taken from. Of unknown words the model only guesses. */
const floors = { known: 0.66, unknown: 0.8 };

/**
 * The least semantic strength of a memory that shares no word with the query; a weaker one is not found.
 * @param familiarity the share of the query's words that the model knows, 0..1
 */
export function semanticFloor({ certain }: Model, familiarity: number): number {
  return certain.semantic * (familiarity === 0 ? floors.unknown : floors.known);
}

/**
 * Whether a hit is likely to the point. One that holds every word is; otherwise either side may be sure alone, and where neither is,
 * what both say adds up as the sides of a right angle do.
 * @param bounds of the model that gave the semantic strength; undefined where that strength is worth nothing
 */
export function isCertain(
  { keyword, semantic }: Pick<Match, 'keyword' | 'semantic'>,
  held: WordCoverage,
  bounds?: Model['certain'],
): boolean {
  if (held === 'all') return true;
  if (bounds === undefined || semantic === null) return (keyword ?? 0) >= certainByWord;
  return Math.hypot((keyword ?? 0) / bounds.keyword, semantic / bounds.semantic) >= 1;
}

/** The hits that are certain before the others, each group in its order. The others' scores are lowered where they must be, so that scores still fall along the answer. */
export function certainFirst(hits: FoundMemory[]): FoundMemory[] {
  const certain = hits.filter(({ match }) => match.certain);
  const others = hits.filter(({ match }) => !match.certain);
  const least = certain.at(-1)?.score ?? 1;
  const most = others[0]?.score ?? 0;
  if (most <= least) return [...certain, ...others];
  return [...certain, ...others.map((hit) => ({ ...hit, score: Math.min(least, hit.score * (least / most)) }))];
}
