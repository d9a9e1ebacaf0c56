import type { Case } from '../../conformance/case.ts';
import { catalogue } from '../../conformance/catalogue.ts';
import { randomFrom } from '../../scripts/random.ts';
import { daySeed, runsAll } from './rounds.ts';

/** Of the cases that no claim needs, one in this many is drawn. */
const drawnOf = 10;

/**
 * The cases that one more entry to the same service runs: all in `npm run test:all`. In `npm test`, where each store runs all of them in process,
 * every claim is shown by one case at least, and a tenth of the others is drawn by lot, another each day and at each entry.
 */
export function casesAt(entry: string): readonly Case[] {
  return runsAll ? catalogue : sampled(catalogue, daySeed + hashOf(entry));
}

export function sampled(cases: readonly Case[], seed: number): readonly Case[] {
  const random = randomFrom(seed);
  const drawn = new Map(cases.map((one) => [one, random()]));
  const shuffled = cases.toSorted((one, other) => drawn.get(one)! - drawn.get(other)!);
  const chosen = coverOf(shuffled);
  for (const one of shuffled) if (random() < 1 / drawnOf) chosen.add(one);
  return cases.filter((one) => chosen.has(one));
}

/** Few cases that together show every claim: each time the first of those that show the most that is left. */
function coverOf(cases: readonly Case[]): Set<Case> {
  const chosen = new Set<Case>();
  const left = new Set(cases.flatMap(({ covers }) => covers));
  const gain = ({ covers }: Case) => new Set(covers.filter((claim) => left.has(claim))).size;
  while (left.size > 0) {
    const next = cases.reduce((best, one) => (gain(one) > gain(best) ? one : best));
    chosen.add(next);
    for (const claim of next.covers) left.delete(claim);
  }
  return chosen;
}

const hashOf = (text: string) =>
  Array.from(text).reduce((sum, character) => (Math.imul(sum, 31) + character.codePointAt(0)!) >>> 0, 0);
