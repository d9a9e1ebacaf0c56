import type { Match } from '../../v1/schemas/search.ts';
import type { Model } from '../ports/embedder.ts';
import type { Held } from './held-words.ts';

/** Of all that a query could score by word: where a model has no say, a hit below it is less certain. */
const certainByWord = 0.18;

/**
 * Whether a hit is likely to the point. One that holds every word is; otherwise either side may be sure alone, and where neither is,
 * what both say adds up as the sides of a right angle do.
 * @param bounds of the model that gave the semantic strength; undefined where that strength is worth nothing
 */
export function isCertain({ keyword, semantic }: Pick<Match, 'keyword' | 'semantic'>, held: Held, bounds?: Model['certain']): boolean {
  if (held === 'all') return true;
  if (bounds === undefined || semantic === null) return (keyword ?? 0) >= certainByWord;
  return Math.hypot((keyword ?? 0) / bounds.keyword, semantic / bounds.semantic) >= 1;
}
