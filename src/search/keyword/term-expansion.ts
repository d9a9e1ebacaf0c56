import type { QueryWord } from '../../lib/text/query.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import type { Pace } from '../pace.ts';
import type { Source } from './source.ts';

/** The terms that a query's word may stand for, and what a match of each counts: 1 for the word's own. */
export type TermExpansion = Map<string, number>;

/** MiniSearch's own weights of words that only begin like, or are only spelt like, the one asked for. */
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;

/** So many words of one query are guessed at, the first ones: a long text that is all unknown would take too long otherwise. */
export const mostGuesses = 32;

/** What each word of a query stands for among the words of the sources: its own term, words that it begins, and where none of these is held, words that are like it. */
export async function expandTerms(words: QueryWord[], sources: Source[], pace: Pace): Promise<TermExpansion[]> {
  const asked = words.map(({ plain }) => plain).filter(isUnspaced);
  const longer = asked.length === 0 ? undefined : await containing(new Set(asked), sources, pace);
  const all: TermExpansion[] = [];
  let guesses = 0;
  for (const { plain, term, partial, longerOnly } of words) {
    const pause = pace();
    if (pause !== undefined) await pause;
    const unspaced = asked.includes(plain);
    const readings: TermExpansion = new Map(
      unspaced ? longer?.get(plain) : partial ? beginningWith(plain, sources) : [],
    );
    readings.delete(term);
    if (!longerOnly && sources.some((source) => source.holds(term))) readings.set(term, 1);
    const guessed = readings.size === 0 && !longerOnly && guesses++ < mostGuesses;
    all.push(!guessed ? readings : unspaced ? containedIn(plain, sources) : speltLike(plain, sources));
  }
  return all;
}

/** A word that holds the one asked for: the longer, the less it counts. */
const asLonger = (length: number, asked: number) => (prefixWeight * length) / (length + 0.3 * (length - asked));

function weigh(readings: TermExpansion, term: string, weight: number): void {
  readings.set(term, Math.max(weight, readings.get(term) ?? 0));
}

/** Words that begin with a word that may still be being typed. */
function beginningWith(plain: string, sources: Source[]): TermExpansion {
  const readings: TermExpansion = new Map();
  for (const source of sources) {
    for (const { term, length } of source.beginningWith(plain)) weigh(readings, term, asLonger(length, plain.length));
  }
  return readings;
}

/** A shorter word has too many neighbours to be corrected: "fix" is not a misspelt "six". */
const leastCorrected = 5;
/** From this length on two edits are allowed, below it one. */
const leastForTwoEdits = 6;

/** The most edits between a query's word and the word it is corrected to. A word with digits is never corrected: 2026 is not a misspelt 2025. */
export function farthestOf(plain: string): number {
  return plain.length < leastCorrected || /\p{N}/u.test(plain) ? 0 : plain.length < leastForTwoEdits ? 1 : 2;
}

/** Words that are spelt most nearly like one that no memory holds, and no farther than the nearest. */
function speltLike(plain: string, sources: Source[]): TermExpansion {
  let nearest = farthestOf(plain);
  let readings: TermExpansion = new Map();
  for (const source of nearest === 0 ? [] : sources) {
    for (const { term, length, distance } of source.speltNear(plain, nearest)) {
      if (distance > nearest) continue;
      if (distance < nearest) readings = new Map();
      nearest = distance;
      weigh(readings, term, (fuzzyWeight * length) / (length + distance));
    }
  }
  return readings;
}

/** For each word asked for of a script without spaces, the words that contain it: where words end is a dictionary's guess there, and browsers' dictionaries differ. One pass over all words answers for all. */
async function containing(
  asked: ReadonlySet<string>,
  sources: Source[],
  pace: Pace,
): Promise<Map<string, TermExpansion>> {
  const found = new Map<string, TermExpansion>(Array.from(asked, (plain) => [plain, new Map()]));
  const lengths = [...new Set(Array.from(asked, (plain) => plain.length))].sort((one, other) => one - other);
  for (const source of sources) {
    for (const word of source.unspacedWords()) {
      await pace();
      const parts = [...partsOf(word, lengths)].filter((part) => asked.has(part));
      if (parts.length > 0 && source.holds(word))
        for (const part of parts) weigh(found.get(part)!, word, asLonger(word.length, part.length));
    }
  }
  return found;
}

/** All parts of a word that have one of these lengths, which rise. */
function* partsOf(word: string, lengths: number[]): Generator<string> {
  for (const length of lengths) {
    if (length > word.length) return;
    for (let start = 0; start + length <= word.length; start++) yield word.slice(start, start + length);
  }
}

/** Words of at least two letters within one of such a script that no memory holds: サーバ in サーバー, 研究 in 研究生. */
function containedIn(plain: string, sources: Source[]): TermExpansion {
  const readings: TermExpansion = new Map();
  for (let start = 0; start < plain.length; start++) {
    for (let end = start + 2; end <= plain.length; end++) {
      const part = plain.slice(start, end);
      if (isUnspaced(part) && sources.some((source) => source.holds(part)))
        weigh(readings, part, (fuzzyWeight * part.length) / plain.length);
    }
  }
  return readings;
}
