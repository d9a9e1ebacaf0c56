import type { Case } from '../../conformance/case.ts';
import { catalogue } from '../../conformance/catalogue.ts';
import { randomFrom } from '../../scripts/random.ts';
import { daySeed } from '../../scripts/test/day-seed.ts';
import { runsAll } from './rounds.ts';

const sampleDivisor = 10;

/**
 * The conformance cases to send through `entry`, a way into the service such as HTTP. In `npm run test:all`: all cases.
 * In `npm test`: at least one case per claim, and a random tenth of the others, which depends on the day and the entry.
 * That is enough, since other tests run all cases on each store in process (on PGlite only in `npm run test:all`).
 */
export function casesForEntry(entry: string): readonly Case[] {
  return runsAll ? catalogue : sampleCases(catalogue, daySeed + hashOf(entry));
}

/**
 * A smaller sample, for an entry whose code another test already runs with `casesForEntry`. In `npm run test:all`: all
 * cases. In `npm test`: a random tenth of the cases and, unless `always` is empty, all whose names start with it.
 */
export function casesForSecondDatabase(entry: string, always = ''): readonly Case[] {
  const random = randomFrom(daySeed + hashOf(entry));
  return catalogue.filter(
    ({ name }) => runsAll || random() < 1 / sampleDivisor || (always !== '' && name.startsWith(always)),
  );
}

export function sampleCases(cases: readonly Case[], seed: number): readonly Case[] {
  const random = randomFrom(seed);
  const drawn = new Map(cases.map((testCase) => [testCase, random()]));
  const shuffled = cases.toSorted((a, b) => drawn.get(a)! - drawn.get(b)!);
  const chosen = coveringCases(shuffled);
  for (const testCase of shuffled) if (random() < 1 / sampleDivisor) chosen.add(testCase);
  return cases.filter((testCase) => chosen.has(testCase));
}

/** A small set of cases that covers every claim, chosen greedily. */
function coveringCases(cases: readonly Case[]): Set<Case> {
  const chosen = new Set<Case>();
  const left = new Set(cases.flatMap(({ covers }) => covers));
  const gain = ({ covers }: Case) => new Set(covers.filter((claim) => left.has(claim))).size;
  while (left.size > 0) {
    const next = cases.reduce((best, testCase) => (gain(testCase) > gain(best) ? testCase : best));
    chosen.add(next);
    for (const claim of next.covers) left.delete(claim);
  }
  return chosen;
}

const hashOf = (text: string) =>
  Array.from(text).reduce((sum, character) => (Math.imul(sum, 31) + character.codePointAt(0)!) >>> 0, 0);
