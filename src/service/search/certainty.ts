import { queryWordsOf } from '../../lib/text/query.ts';
import { plainOf, stemOf } from '../../lib/text/term.ts';
import type { Match } from '../../v1/schemas/search.ts';
import type { Model } from '../ports/embedder.ts';

/** Of all that a query could score by word: where a model has no say, a hit below it is less certain. */
const certainByWord = 0.18;

/**
 * Whether a hit is likely to the point. One that holds every word is; else either side may be sure alone, and where neither is,
 * what both say adds up as the sides of a right angle do.
 * @param bounds of the model that gave the semantic strength; undefined where that strength is worth nothing
 */
export function isCertain({ keyword, semantic }: Pick<Match, 'keyword' | 'semantic'>, holdsAllWords: boolean, bounds?: Model['certain']): boolean {
  if (holdsAllWords) return true;
  if (bounds === undefined || semantic === null) return (keyword ?? 0) >= certainByWord;
  return Math.hypot((keyword ?? 0) / bounds.keyword, semantic / bounds.semantic) >= 1;
}

/** Tells whether words of a memory, as a search names them, are all that a query asks for: each itself, and the last one also as the beginning of another. */
export function allWordsOf(query: string): (words: string[]) => boolean {
  const wanted = queryWordsOf(query).filter(({ longerOnly }) => !longerOnly);
  return (words) => {
    if (words.length === 0) return false;
    const plains = words.map(plainOf);
    const terms = new Set(plains.map(stemOf));
    return wanted.every(({ plain, term, partial }) => terms.has(term) || (partial && plains.some((word) => word.startsWith(plain))));
  };
}
