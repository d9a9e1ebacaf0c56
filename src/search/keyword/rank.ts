import type { QueryWord } from '../../lib/text/query.ts';
import type { KeywordHit, KeywordQuery } from '../../service/ports/keyword-index.ts';
import { mostPerRarity, rarity } from './bm25.ts';
import { pacer } from '../pace.ts';
import { readingsOf, type Readings } from './readings.ts';
import { byRank, type Candidate, type Scan, type Source } from './source.ts';

/** How many terms are looked up at a time for the words of hits. */
const termsAtOnce = 64;

/** The best memories that hold any of the words. Statistics are taken over all sources together, so that it makes no difference in which of them a memory stands. */
export async function rank(words: QueryWord[], sources: Source[], { filters, limit, also = [] }: KeywordQuery): Promise<KeywordHit[]> {
  const pace = pacer();
  const memories = sum(sources.map((source) => source.memories));
  const averageLength = sum(sources.map((source) => source.totalLength)) / memories;
  if (words.length === 0 || !(averageLength > 0)) return [];
  const readings = await readingsOf(words, sources, pace);
  const weights = weighed(readings);
  const scans = await Promise.all(sources.filter((source) => source.memories > 0).map(async (source) => source.scan(filters, averageLength, [...weights.keys()])));
  const rarities = new Map<string, number>();
  for (const [term, weight] of weights) {
    await pace();
    const held = scans.map((scan) => ({ scan, holders: scan.gather(term) })).filter(({ holders }) => holders > 0);
    if (held.length === 0) continue;
    rarities.set(term, rarity(sum(held.map(({ holders }) => holders)), memories));
    for (const { scan } of held) scan.credit(weight * rarities.get(term)!);
  }
  const most = mostOf(readings.filter((_, place) => !words[place]!.longerOnly), rarities, rarity(0, memories));
  const best = await bestOf(scans, limit, new Set(also));
  const matched = await wordsOf(best, [...rarities.keys()], pace);
  return best.flatMap(({ id, score }) => {
    const held = matched.get(id);
    return held === undefined ? [] : { id, score, strength: Math.min(1, score / most), words: [...new Set(held)].sort() };
  });
}

interface Found extends Candidate {
  scan: Scan;
}

/** Each term with the most that any word gives it. */
function weighed(readings: Readings[]): Readings {
  const weights: Readings = new Map();
  for (const one of readings) for (const [term, weight] of one) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return weights;
}

/**
 * What a memory would score that held every word of the query without end, each by the best of its readings that any memory holds;
 * a word that none holds counts like the rarest, and a stop word that may become another one not at all. (Only a memory with several words that begin with the one being typed can score more.)
 */
function mostOf(readings: Readings[], rarities: Map<string, number>, rarest: number): number {
  return sum(
    readings.map((one) => {
      const held = [...one].filter(([term]) => rarities.has(term));
      return mostPerRarity * (held.length === 0 ? rarest : held.reduce((so, [term, weight]) => Math.max(so, weight * rarities.get(term)!), 0));
    }),
  );
}

/** A memory that moved from one source to another meanwhile may be in both; it is answered once. */
async function bestOf(scans: Scan[], limit: number, also: ReadonlySet<string>): Promise<Found[]> {
  const all = new Map<string, Found>();
  for (const scan of scans) for (const candidate of await scan.best(limit, also)) all.set(candidate.id, { ...candidate, scan });
  return [...all.values()].sort(byRank).filter(({ id }, place) => place < limit || also.has(id));
}

/** The words of each hit. */
async function wordsOf(found: Found[], terms: string[], pace: () => Promise<void> | undefined): Promise<Map<string, string[]>> {
  const words = new Map<string, string[]>();
  for (const [scan, hits] of Map.groupBy(found, ({ scan }) => scan)) {
    const ids = hits.map(({ id }) => id);
    for (let start = 0; start < terms.length; start += termsAtOnce) {
      await pace();
      for (const [id, some] of scan.wordsOf(ids, terms.slice(start, start + termsAtOnce))) words.set(id, [...(words.get(id) ?? []), ...some]);
    }
  }
  return words;
}

function sum(numbers: number[]): number {
  return numbers.reduce((so, number) => so + number, 0);
}
