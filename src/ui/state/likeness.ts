import { wordsOf } from '../../lib/text/words.ts';
import type { Memory } from '../../v1/schemas/memory.ts';

/** Consecutive words that make a shingle. */
const shingleWords = 3;
/** The share of shingles, of those in either, that two saves of one page have in common if one is enough (Broder 1997). */
const samePageShare = 0.8;
/** Bounds for memories of different pages, set on the labelled pairs of test/fixtures/near-duplicates.json. */
const alikeInMeaning = { strength: 0.92, words: 0.7 };

const keysOf = (text: string): string[] => Array.from(wordsOf(text), ({ word }) => word);

/** The share of elements, of those in either set, that both have. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((key) => other.has(key)).length;
  const either = one.size + other.size - both;
  return either === 0 ? 1 : both / either;
}

function shinglesOf(words: readonly string[]): Set<string> {
  if (words.length < shingleWords) return new Set([words.join(' ')]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(' ')));
}

/** Whether two saves of one page are nearly the same text. */
export function isSamePageTwice(one: Memory, other: Memory): boolean {
  return (
    one.url !== null &&
    one.url === other.url &&
    shared(shinglesOf(keysOf(one.content)), shinglesOf(keysOf(other.content))) >= samePageShare
  );
}

/**
 * Whether two memories say nearly the same in nearly the same words. Texts that differ in a number don't: they are measurements, codes
 * or dates of different things.
 * @param strength how near they are in meaning, as in `match.semantic`
 */
export function saysTheSame(one: string, other: string, strength: number): boolean {
  if (strength < alikeInMeaning.strength) return false;
  const [ofOne, ofOther] = [keysOf(one), keysOf(other)];
  const numbers = (words: string[]) => words.filter((word) => /\p{N}/u.test(word)).join(' ');
  return numbers(ofOne) === numbers(ofOther) && shared(new Set(ofOne), new Set(ofOther)) >= alikeInMeaning.words;
}
