import type { QueryWord } from '../../lib/text/query.ts';
import type { IndexFilters, KeywordHit } from '../../service/ports/keyword-index.ts';
import { maxPoints, rarity } from './bm25.ts';
import { pacer } from '../../lib/pace.ts';
import { expandTerms, partWeights, type RecentWords, type TermExpansion } from './term-expansion.ts';
import { byRank, type Candidate, type FoundWord, type Scan, type Source } from './source.ts';

const scoredAtOnce = 8;

const termsAtOnce = 64;

const noIds: ReadonlySet<string> = new Set();

/** The scores of one query. */
export interface Ranking {
  /** Of the memories that match and pass the filters: the best `limit`, and those whose ids are in `also`. */
  best(limit: number, also?: string[]): Promise<KeywordHit[]>;
  close(): void;
}

/**
 * Scores all memories that contain any of the words. Statistics cover all sources together, so a memory's score doesn't
 * depend on its source.
 */
export async function rankingOf(
  words: QueryWord[],
  sources: Source[],
  filters: IndexFilters,
  recent?: RecentWords,
): Promise<Ranking> {
  const pace = pacer();
  let [memories, totalLength] = [0, 0];
  for (const source of sources) {
    memories += source.memories;
    totalLength += source.totalLength;
  }
  const averageLength = totalLength / memories;
  if (words.length === 0 || !(averageLength > 0)) return { best: async () => [], close() {} };
  const expansions = await expandTerms(words, sources, pace, recent);
  const { terms, weights, indexes } = joined(expansions);
  const scans: Scan[] = [];
  for (const source of sources) {
    if (source.memories === 0) continue;
    const scan = source.scan(filters, averageLength, terms);
    scans.push(scan instanceof Promise ? await scan : scan);
  }
  /** By the index of the term; 0 if no memory contains it. */
  const rarities: number[] = [];
  for (let term = 0; term < terms.length; term++) {
    if (term % scoredAtOnce === scoredAtOnce - 1) await pace();
    let matches = 0;
    for (const scan of scans) matches += scan.selectTerm(term);
    const rare = matches === 0 ? 0 : rarity(matches, memories);
    rarities.push(rare);
    if (rare > 0) for (const scan of scans) scan.addPoints(weights[term]! * rare);
  }
  const bound = scoreBound(words, expansions, indexes, rarities, rarity(0, memories));
  return {
    best: (limit, also) => bestOf(scans, limit, also === undefined ? noIds : new Set(also), terms.length, bound),
    close() {
      for (const scan of scans) scan.close?.();
    },
  };
}

/**
 * The terms of all words, each once, with the highest weight that any word gives it. `indexes`: for each word, the
 * indexes of its terms in `terms`.
 */
function joined(expansions: TermExpansion[]): { terms: string[]; weights: number[]; indexes: number[][] } {
  const terms: string[] = [];
  const weights: number[] = [];
  const indexes: number[][] = [];
  const indexOf = new Map<string, number>();
  for (const expansion of expansions) {
    const own: number[] = [];
    for (const [term, weight] of expansion) {
      let index = expansions.length === 1 ? undefined : indexOf.get(term);
      if (index === undefined) {
        index = terms.push(term) - 1;
        weights.push(weight);
        if (expansions.length > 1) indexOf.set(term, index);
      } else if (weight > weights[index]!) weights[index] = weight;
      own.push(index);
    }
    indexes.push(own);
  }
  return { terms, weights, indexes };
}

/**
 * The upper bound of a score: the score of a memory that contains each query word's best term infinitely often. A term
 * counts if it occurs in some memory and weighs more than a part of a split word. A query word without such a term gets
 * the greatest rarity. A stop word that matches only longer words (`longerOnly`) adds nothing.
 */
function scoreBound(
  words: QueryWord[],
  expansions: TermExpansion[],
  indexes: number[][],
  rarities: number[],
  rarest: number,
): number {
  let bound = 0;
  for (let position = 0; position < words.length; position++) {
    if (words[position]!.longerOnly) continue;
    let best = 0;
    let at = 0;
    for (const weight of expansions[position]!.values()) {
      const rare = rarities[indexes[position]![at++]!]!;
      if (weight > partWeights.ofUnknown) best = Math.max(best, weight * rare);
    }
    bound += maxPoints * (best > 0 ? best : rarest);
  }
  return bound;
}

/**
 * The best memories with their words. A memory that moved between sources meanwhile appears once. A memory deleted
 * meanwhile is left out.
 */
async function bestOf(
  scans: Scan[],
  limit: number,
  also: ReadonlySet<string>,
  terms: number,
  bound: number,
): Promise<KeywordHit[]> {
  const pace = terms > termsAtOnce ? pacer() : undefined;
  const perScan: Candidate[][] = [];
  for (const scan of scans) {
    const candidates = scan.best(limit, also);
    perScan.push(candidates instanceof Promise ? await candidates : candidates);
  }
  const best =
    perScan.length === 1
      ? sorted(perScan[0]!)
      : sorted(withoutDuplicates(perScan)).filter(({ id }, position) => position < limit || also.has(id));
  const found: FoundWord[] = [];
  for (let position = 0; position < scans.length; position++) {
    const hits = scans.length === 1 ? best : perScan[position]!.filter((candidate) => best.includes(candidate));
    for (let start = 0; start < terms; start += termsAtOnce) {
      if (start > 0) await pace?.();
      for (const word of scans[position]!.wordsIn(hits, start, Math.min(terms, start + termsAtOnce))) found.push(word);
    }
  }
  for (const { text, hits } of sortedByText(found)) for (const { words } of hits) words.push(text);
  const hits: KeywordHit[] = [];
  for (const { id, score, words } of best)
    if (words.length > 0) hits.push({ id, score, strength: Math.min(1, score / bound), words });
  return hits;
}

const sortedByText = (found: FoundWord[]): FoundWord[] =>
  found.length < 2 ? found : found.sort((one, other) => (one.text < other.text ? -1 : 1));

function sorted(candidates: Candidate[]): Candidate[] {
  for (let position = 1; position < candidates.length; position++)
    if (byRank(candidates[position - 1]!, candidates[position]!) > 0) return candidates.sort(byRank);
  return candidates;
}

function withoutDuplicates(found: Candidate[][]): Candidate[] {
  return [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()];
}
