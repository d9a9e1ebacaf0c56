import type { QueryWord } from '../../lib/text/query.ts';
import type { IndexFilters, KeywordHit } from '../../service/ports/keyword-index.ts';
import { mostPerRarity, rarity } from './bm25.ts';
import { pacer } from '../pace.ts';
import { expandTerms, type TermExpansion } from './term-expansion.ts';
import { byRank, type Candidate, type Scan, type Source } from './source.ts';

/** How many terms are looked up at a time for the words of hits. */
const termsAtOnce = 64;

/** The scores that one query gives the memories of its sources. */
export interface Ranking {
  /** The best memories, and those of `also` that hold any of the words. */
  best(limit: number, also?: string[]): Promise<KeywordHit[]>;
  /** To be called when nothing more is asked of it. */
  close(): void;
}

/** Scores all memories that hold any of the words. Statistics are taken over all sources together, so that it makes no difference in which of them a memory stands. */
export async function rankingOf(words: QueryWord[], sources: Source[], filters: IndexFilters): Promise<Ranking> {
  const pace = pacer();
  const memories = sum(sources.map((source) => source.memories));
  const averageLength = sum(sources.map((source) => source.totalLength)) / memories;
  if (words.length === 0 || !(averageLength > 0)) return { best: async () => [], close() {} };
  const readings = await expandTerms(words, sources, pace);
  const weights = weighed(readings);
  const scans: Scan[] = [];
  for (const source of sources)
    if (source.memories > 0) scans.push(await source.scan(filters, averageLength, [...weights.keys()]));
  const rarities = new Map<string, number>();
  for (const [term, weight] of weights) {
    const pause = pace();
    if (pause !== undefined) await pause;
    let holders = 0;
    for (const scan of scans) holders += scan.gather(term);
    if (holders === 0) continue;
    const rare = rarity(holders, memories);
    rarities.set(term, rare);
    for (const scan of scans) scan.credit(weight * rare);
  }
  const most = mostOf(
    readings.filter((_, place) => !words[place]!.longerOnly),
    rarities,
    rarity(0, memories),
  );
  return {
    async best(limit, also = []) {
      const best = await bestOf(scans, limit, new Set(also), [...rarities.keys()]);
      return best.map(({ id, score, words: held }) => ({
        id,
        score,
        strength: Math.min(1, score / most),
        words: held.sort(),
      }));
    },
    close() {
      for (const scan of scans) scan.close?.();
    },
  };
}

/** Each term with the most that any word gives it. */
function weighed(readings: TermExpansion[]): TermExpansion {
  const weights: TermExpansion = new Map();
  for (const one of readings)
    for (const [term, weight] of one) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return weights;
}

/**
 * What a memory would score that held every word of the query without end, each by the best of its readings that any memory holds;
 * a word that none holds counts like the rarest, and a stop word that may become another one not at all. (Only a memory with several words that begin with the one being typed can score more.)
 */
function mostOf(readings: TermExpansion[], rarities: Map<string, number>, rarest: number): number {
  return sum(
    readings.map((one) => {
      const held = [...one].filter(([term]) => rarities.has(term));
      return (
        mostPerRarity *
        (held.length === 0
          ? rarest
          : held.reduce((so, [term, weight]) => Math.max(so, weight * rarities.get(term)!), 0))
      );
    }),
  );
}

/** The best with their words. A memory that moved from one source to another meanwhile may be in both, and is answered once; one that is gone by now has no words, and is left out. */
async function bestOf(scans: Scan[], limit: number, also: ReadonlySet<string>, terms: string[]): Promise<Candidate[]> {
  const pace = pacer();
  const found: Candidate[][] = [];
  for (const scan of scans) found.push(await scan.best(limit, also));
  const all = found.length === 1 ? found[0]! : withoutDoubles(found);
  const best = all.sort(byRank).filter(({ id }, place) => place < limit || also.has(id));
  for (const [place, scan] of scans.entries()) {
    const hits = scans.length === 1 ? best : found[place]!.filter((candidate) => best.includes(candidate));
    for (let start = 0; start < terms.length; start += termsAtOnce) {
      await pace();
      scan.addWords(hits, terms.slice(start, start + termsAtOnce));
    }
  }
  return best.filter(({ words }) => words.length > 0);
}

function withoutDoubles(found: Candidate[][]): Candidate[] {
  return [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()];
}

function sum(numbers: number[]): number {
  return numbers.reduce((so, number) => so + number, 0);
}
