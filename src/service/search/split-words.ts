import { pacer } from '../../lib/pace.ts';
import { termOf } from '../../lib/text/term.ts';
import { segmentWords } from '../../lib/text/words.ts';
import type { Model } from '../ports/embedder.ts';
import type { Match } from '../../v1/schemas/search.ts';
import { isCertain } from './certainty.ts';
import type { TokenScores } from './late-interaction.ts';
import type { Hit } from './results.ts';
import { cached, type Coverage } from './word-coverage.ts';

/**
 * Whether a hit is a likely match (`isCertain`). If it is one only because it has parts of split words, also returns
 * the splits: the hit's text must then have the parts of a split next to each other.
 */
export function certaintyOf(
  strengths: Pick<Match, 'keyword' | 'semantic'>,
  { words, splits }: Coverage,
  bounds?: Model['certain'],
  interaction?: TokenScores | 'none',
): { certain: boolean; splits?: string[][][] } {
  const certain = isCertain(strengths, words, bounds, interaction);
  const depends = certain && splits.length > 0 && !isCertain(strengths, 'none', bounds, interaction);
  return { certain, ...(depends && { splits }) };
}

/**
 * Compares the hits that depend on split words with their texts, and returns the best `limit` hits. A hit whose text
 * lacks the split words is dropped if it was found by word alone. Otherwise it comes last and isn't certain.
 * @param textsOf returns the searched texts of a hit
 */
export async function bestWithSplits(hits: Hit[], limit: number, textsOf: (id: string) => string[]): Promise<Hit[]> {
  const pace = pacer();
  const stem = cached(termOf);
  const kept: Hit[] = [];
  const failed: Hit[] = [];
  for (const hit of hits) {
    if (kept.length === limit) return kept;
    if (hit.splits !== undefined) await pace();
    const texts =
      hit.splits && textsOf(hit.id).map((text) => joined(Array.from(segmentWords(text), ({ word }) => stem(word))));
    const isIn = (parts: string[]) => texts?.some((text) => text.includes(joined(parts.map(stem))));
    if (hit.splits?.every((splits) => splits.some(isIn)) ?? true) kept.push(hit);
    else failed.push(hit);
  }
  const least = kept.at(-1)?.score ?? 1;
  const last = failed
    .filter(({ match }) => match.semantic !== null)
    .map((hit) => ({ ...hit, score: Math.min(least, hit.score), match: { ...hit.match, certain: false } }));
  return [...kept, ...last].slice(0, limit);
}

const joined = (stems: string[]) => ` ${stems.join(' ')} `;
