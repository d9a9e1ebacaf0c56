import { segmentWords } from '../../lib/text/words.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { likelyPairs } from './likely-pairs.ts';

/** How many consecutive words make a shingle. */
const shingleWords = 3;
/** Two saves of one page are duplicates if both have this share of all their shingles (Broder 1997). */
const samePageShare = 0.8;
/** One text is a version of another if this share of the shorter one's shingles is in both. */
const versionShare = 0.5;
/** The least values for duplicates from different pages, set on the pairs of test/fixtures/near-duplicates.json. */
const alikeInMeaning = { strength: 0.92, words: 0.7 };

const keysOf = (text: string): string[] => Array.from(segmentWords(text), ({ word }) => word);

/** How many elements are in both sets. */
const countInBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((key) => other.has(key)).length;

/** The share of all elements of two sets that is in both. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = countInBoth(one, other);
  const either = one.size + other.size - both;
  return either === 0 ? 1 : both / either;
}

function shinglesOf(words: readonly string[]): Set<string> {
  if (words.length < shingleWords) return new Set([words.join(' ')]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(' ')));
}

/** The pairs of saves of one page that have nearly the same text. */
export async function* pagesSavedTwice(memories: readonly Memory[]): AsyncGenerator<[one: Memory, other: Memory]> {
  const saves = memories.filter(({ url }) => url !== null);
  for (const group of Map.groupBy(saves, ({ url }) => url).values()) {
    const shingles = group.map(({ content }) => shinglesOf(keysOf(content)));
    for await (const [one, other] of likelyPairs(shingles, samePageShare))
      if (shared(shingles[one]!, shingles[other]!) >= samePageShare) yield [group[one]!, group[other]!];
  }
}

/** Whether one text is another one with a part added, left out or corrected: it has half of the shorter one's shingles. */
export function isVersionOf(one: string, other: string): boolean {
  const [here, there] = [shinglesOf(keysOf(one)), shinglesOf(keysOf(other))];
  return countInBoth(here, there) / Math.min(here.size, there.size) >= versionShare;
}

/** What `saysTheSame` compares of a text, besides its meaning. */
interface Wording {
  words: ReadonlySet<string>;
  /** The words that contain a digit, in the order of the text. */
  numbers: string;
}

function wordingOf(text: string): Wording {
  const words = keysOf(text);
  return {
    words: new Set(words.length === 0 ? [''] : words),
    numbers: words.filter((word) => /\p{N}/u.test(word)).join(' '),
  };
}

const hasWordingOf = (one: Wording, other: Wording): boolean =>
  one.numbers === other.numbers && shared(one.words, other.words) >= alikeInMeaning.words;

/**
 * Whether two memories say nearly the same in nearly the same words. False for texts that differ in a number, such as
 * measurements, codes or dates of different things.
 * @param strength how near they are in meaning, as in `match.semantic`
 */
export function saysTheSame(one: string, other: string, strength: number): boolean {
  return strength >= alikeInMeaning.strength && hasWordingOf(wordingOf(one), wordingOf(other));
}

/** The memories that have nearly the same words as another one. `saysTheSame` is false for all others. */
export async function inLikeWords(memories: readonly Memory[]): Promise<Memory[]> {
  const wordings = memories.map(({ content }) => wordingOf(content));
  const found = new Set<number>();
  for await (const [one, other] of likelyPairs(
    wordings.map(({ words }) => words),
    alikeInMeaning.words,
  ))
    if (!(found.has(one) && found.has(other)) && hasWordingOf(wordings[one]!, wordings[other]!))
      found.add(one).add(other);
  return memories.filter((_, position) => found.has(position));
}
