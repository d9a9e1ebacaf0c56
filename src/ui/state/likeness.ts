import { pacer, type Pace } from '../../lib/pace.ts';
import { segmentWords } from '../../lib/text/words.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { likelyPairs } from './likely-pairs.ts';

/** How many consecutive words make a shingle. */
const shingleWords = 3;
/** Two saves of one page are duplicates if this share of all their shingles is in both (Broder 1997). */
const samePageShare = 0.8;
/** One text is a version of another if this share of the shorter one's shingles is in both. */
const versionShare = 0.5;
/**
 * Two memories whose texts have the same numbers are duplicates if their strength (`match.semantic`) and the share of
 * common words reach these values. Tuned on the pairs of test/fixtures/near-duplicates.json.
 */
const duplicateFrom = { strength: 0.92, words: 0.7 };

const wordKeysOf = (text: string): string[] => Array.from(segmentWords(text), ({ word }) => word);

const countInBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((key) => other.has(key)).length;

/** The Jaccard index: the share of all elements of two sets that is in both. */
function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = countInBoth(one, other);
  const either = one.size + other.size - both;
  return either === 0 ? 1 : both / either;
}

function shinglesOf(words: readonly string[]): Set<string> {
  if (words.length < shingleWords) return new Set([words.join(' ')]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(' ')));
}

/** The pairs of saves of one page that have nearly the same text. */
export async function* pagesSavedTwice(
  memories: readonly Memory[],
  pace?: Pace,
): AsyncGenerator<[one: Memory, other: Memory]> {
  const saves = memories.filter(({ url }) => url !== null);
  for (const group of Map.groupBy(saves, ({ url }) => url).values()) {
    const shingles = group.map(({ content }) => shinglesOf(wordKeysOf(content)));
    for await (const [one, other] of likelyPairs(shingles, samePageShare, pace))
      if (jaccard(shingles[one]!, shingles[other]!) >= samePageShare) yield [group[one]!, group[other]!];
  }
}

/** Whether two texts are versions of each other, with parts added, left out or corrected. */
export function isVersionOf(one: string, other: string): boolean {
  const [here, there] = [shinglesOf(wordKeysOf(one)), shinglesOf(wordKeysOf(other))];
  return countInBoth(here, there) / Math.min(here.size, there.size) >= versionShare;
}

interface Wording {
  words: ReadonlySet<string>;
  /** The words that contain a digit, in the order of the text. */
  numbers: string;
}

function wordingOf(text: string): Wording {
  const words = wordKeysOf(text);
  return {
    words: new Set(words.length === 0 ? [''] : words),
    numbers: words.filter((word) => /\p{N}/u.test(word)).join(' '),
  };
}

/** Whether two texts have the same numbers and nearly the same words. */
const isSimilarWording = (one: Wording, other: Wording): boolean =>
  one.numbers === other.numbers && jaccard(one.words, other.words) >= duplicateFrom.words;

/**
 * Whether two memories say nearly the same in nearly the same words. False for texts that differ in a number, such as a
 * measurement, code or date.
 * @param strength how near they are in meaning, as in `match.semantic`
 */
export function saysTheSame(one: string, other: string, strength: number): boolean {
  return strength >= duplicateFrom.strength && isSimilarWording(wordingOf(one), wordingOf(other));
}

/**
 * The memories that have the same numbers and nearly the same words as another one in the list. For all others,
 * `saysTheSame` is false.
 */
export async function withSimilarWording(memories: readonly Memory[], pace: Pace = pacer()): Promise<Memory[]> {
  const wordings: Wording[] = [];
  for (const { content } of memories) {
    const pause = pace();
    if (pause !== undefined) await pause;
    wordings.push(wordingOf(content));
  }
  const found = new Set<number>();
  for await (const [one, other] of likelyPairs(
    wordings.map(({ words }) => words),
    duplicateFrom.words,
    pace,
  ))
    if (!(found.has(one) && found.has(other)) && isSimilarWording(wordings[one]!, wordings[other]!))
      found.add(one).add(other);
  return memories.filter((_, position) => found.has(position));
}
