import type { QueryWord } from '../../lib/text/query.ts';
import type { IndexFilters, KeywordHit } from '../../service/ports/keyword-index.ts';
import { maxPoints, rarity } from './bm25.ts';
import { pacer } from '../../lib/pace.ts';
import { expandTerms, type TermExpansion } from './term-expansion.ts';
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
  const weights = weighed(expansions);
  const terms = [...weights.keys()];
  const scans: Scan[] = [];
  for (const source of sources) {
    if (source.memories === 0) continue;
    const scan = source.scan(filters, averageLength, terms);
    scans.push(scan instanceof Promise ? await scan : scan);
  }
  const rarities = new Map<string, number>();
  for (let at = 0; at < terms.length; at++) {
    const pause = pace();
    if (pause !== undefined) await pause;
    let matches = 0;
    for (const scan of scans) matches += scan.selectTerm(at);
    if (matches === 0) continue;
    const rare = rarity(matches, memories);
    rarities.set(terms[at]!, rare);
    for (const scan of scans) scan.addPoints(weights.get(terms[at]!)! * rare);
  }
  const bound = scoreBound(
    expansions.filter((_, position) => !words[position]!.longerOnly),
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

/** Each term with the highest weight that any word gives it. */
function weighed(expansions: TermExpansion[]): TermExpansion {
  if (expansions.length === 1) return expansions[0]!;
  const weights: TermExpansion = new Map();
  for (const expansion of expansions)
    for (const [term, weight] of expansion) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return weights;
}

/**
 * The upper bound of a score: the score of a memory that contains, for each query word, its best term infinitely often.
 * Only terms that occur in some memory count; a word without such a term gets the greatest rarity. A stop word that may
 * be the beginning of a longer word doesn't count. (A memory with several terms of one query word, or with a longer
 * word for such a stop word, can exceed this bound.)
 */
function scoreBound(expansions: TermExpansion[], rarities: Map<string, number>, rarest: number): number {
  let bound = 0;
  for (const expansion of expansions) {
    let best: number | undefined;
    for (const [term, weight] of expansion) {
      const rare = rarities.get(term);
      if (rare !== undefined) best = Math.max(best ?? 0, weight * rare);
    }
    bound += maxPoints * (best ?? rarest);
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
