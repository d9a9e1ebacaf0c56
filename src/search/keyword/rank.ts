import type { QueryWord } from '../../lib/text/query.ts';
import type { IndexFilters, KeywordHit } from '../../service/ports/keyword-index.ts';
import { maxPoints, rarity } from './bm25.ts';
import { pacer } from '../../lib/pace.ts';
import { expandTerms, partWeights, type TermExpansion } from './term-expansion.ts';
import { byRank, type Candidate, type Scan, type Source } from './source.ts';

/** While the words of hits are looked up: how many terms between two pauses. */
const termsAtOnce = 64;

/** The scores of one query. */
export interface Ranking {
  /** The best memories; also those whose ids are in `also`, if they contain any of the words. */
  best(limit: number, also?: string[]): Promise<KeywordHit[]>;
  /** Frees the working arrays; call it last. */
  close(): void;
}

/**
 * Scores all memories that contain any of the words. Statistics cover all sources together, so a memory's score doesn't
 * depend on its source.
 */
export async function rankingOf(words: QueryWord[], sources: Source[], filters: IndexFilters): Promise<Ranking> {
  const pace = pacer();
  const memories = sum(sources.map((source) => source.memories));
  const averageLength = sum(sources.map((source) => source.totalLength)) / memories;
  if (words.length === 0 || !(averageLength > 0)) return { best: async () => [], close() {} };
  const expansions = await expandTerms(words, sources, pace);
  const { terms, weights, indexes } = joined(expansions);
  const scans: Scan[] = [];
  for (const source of sources) {
    if (source.memories === 0) continue;
    const scan = source.scan(filters, averageLength, terms);
    scans.push(scan instanceof Promise ? await scan : scan);
  }
  /** By the index of the term; 0 if no memory contains it. */
  const rarities = new Float64Array(terms.length);
  for (let term = 0; term < terms.length; term++) {
    const pause = pace();
    if (pause !== undefined) await pause;
    let matches = 0;
    for (const scan of scans) matches += scan.selectTerm(term);
    if (matches === 0) continue;
    const rare = (rarities[term] = rarity(matches, memories));
    for (const scan of scans) scan.addPoints(weights[term]! * rare);
  }
  const bound = scoreBound(
    expansions.flatMap((expansion, position) =>
      words[position]!.longerOnly ? [] : { weights: [...expansion.values()], indexes: indexes[position]! },
    ),
    rarities,
    rarity(0, memories),
  );
  return {
    async best(limit, also = []) {
      const best = await bestOf(scans, limit, new Set(also), terms.length);
      return best.map(({ id, score, words: matched }) => ({
        id,
        score,
        strength: Math.min(1, score / bound),
        words: matched.sort(),
      }));
    },
    close() {
      for (const scan of scans) scan.close?.();
    },
  };
}

/**
 * The terms of all words, each once, with the highest weight that any word gives it. `indexes`: for each word, where
 * its terms are in this list.
 */
function joined(expansions: TermExpansion[]): { terms: string[]; weights: number[]; indexes: ArrayLike<number>[] } {
  if (expansions.length === 1) {
    const [expansion] = expansions;
    const terms = [...expansion!.keys()];
    return { terms, weights: [...expansion!.values()], indexes: [[...terms.keys()]] };
  }
  const indexOf = new Map<string, number>();
  const weights: number[] = [];
  const indexes = expansions.map((expansion) =>
    Array.from(expansion, ([term, weight]) => {
      const index = indexOf.get(term) ?? indexOf.size;
      indexOf.set(term, index);
      weights[index] = Math.max(weight, weights[index] ?? 0);
      return index;
    }),
  );
  return { terms: [...indexOf.keys()], weights, indexes };
}

/**
 * The upper bound of a score: the score of a memory that contains, for each query word, its best term infinitely often.
 * Only terms that occur in some memory count, and parts of the word don't; a word without such a term gets the greatest rarity. A stop word that may
 * be the beginning of a longer word doesn't count. (A memory with several terms of one query word, or with a longer
 * word for such a stop word, can exceed this bound.)
 */
function scoreBound(
  words: { weights: number[]; indexes: ArrayLike<number> }[],
  rarities: Float64Array,
  rarest: number,
): number {
  let bound = 0;
  for (const { weights, indexes } of words) {
    let best = 0;
    for (let at = 0; at < weights.length; at++)
      if (weights[at]! > partWeights.ofUnknown) best = Math.max(best, weights[at]! * rarities[indexes[at]!]!);
    bound += maxPoints * (best > 0 ? best : rarest);
  }
  return bound;
}

/**
 * The best candidates with their words. A memory that moved between sources meanwhile appears once; a memory deleted
 * meanwhile has no words and is left out.
 */
async function bestOf(scans: Scan[], limit: number, also: ReadonlySet<string>, terms: number): Promise<Candidate[]> {
  const pace = pacer();
  const perScan: Candidate[][] = [];
  for (const scan of scans) {
    const candidates = scan.best(limit, also);
    perScan.push(candidates instanceof Promise ? await candidates : candidates);
  }
  const all = perScan.length === 1 ? perScan[0]! : withoutDuplicates(perScan);
  const best = all.sort(byRank).filter(({ id }, position) => position < limit || also.has(id));
  for (const [position, scan] of scans.entries()) {
    const hits = scans.length === 1 ? best : perScan[position]!.filter((candidate) => best.includes(candidate));
    for (let start = 0; start < terms; start += termsAtOnce) {
      const pause = pace();
      if (pause !== undefined) await pause;
      scan.addWords(hits, start, Math.min(terms, start + termsAtOnce));
    }
  }
  return best.filter(({ words }) => words.length > 0);
}

function withoutDuplicates(found: Candidate[][]): Candidate[] {
  return [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()];
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
