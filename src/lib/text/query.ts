import { withOtherPrefixes } from './prefixes.ts';
import { isEnglishStopWord, isStopWord } from './stop-words.ts';
import { signedQueryWord } from './signed.ts';
import { plainOf, stemOf } from './term.ts';
import { isUnspaced, segmentWords } from './words.ts';

export class QueryWord {
  /** From `plainOf`. */
  readonly plain: string;
  /** From `stemOf`. */
  readonly term: string;
  /** Possibly still being typed: it matches every word that begins with it. */
  readonly partial: boolean;
  /** A stop word that may be the beginning of another word: it matches longer words only. */
  readonly longerOnly: boolean;
  /**
   * Other terms that stand for the word: the word joined with a neighbour (`icecream` for both words of "ice cream"); a
   * group of digits joined with all neighbouring groups (`02079460958` for each group of "020 7946 0958"); a Hebrew or
   * Arabic word with a prefix added or removed.
   */
  readonly otherForms: string[];
  #splits: string[][] | undefined;

  constructor(plain: string, term: string, partial: boolean, longerOnly: boolean, otherForms: string[]) {
    this.plain = plain;
    this.term = term;
    this.partial = partial;
    this.longerOnly = longerOnly;
    this.otherForms = otherForms;
  }

  /**
   * Its parts in plain form, for each way to split it: `ice` and `cream` among others for "icecream", `020`, `7946` and
   * `0958` among others for the telephone number "02079460958". They stand for the word only next to each other.
   * Computed when first read: most words need none.
   */
  get splits(): string[][] {
    return (this.#splits ??= this.longerOnly ? [] : splitsOf(this.plain, () => true));
  }

  /**
   * The splits whose parts all pass. Of two parts, the shorter is tested first: the longer one is rarely tested, and a
   * test can remember the short ones.
   */
  splitsInto(isPart: (part: string) => boolean): string[][] {
    return this.longerOnly ? [] : splitsOf(this.plain, isPart);
  }
}

/** A word longer than this isn't split, and two words aren't joined into a longer one. */
const longestCompound = 32;

/**
 * The words of a query, each term once. Stop words are left out, unless the query has no other words;
 * a stop word that is still being typed stays.
 * The last word is partial unless white space follows it.
 */
export function queryWordsOf(text: string): QueryWord[] {
  const all: string[] = [];
  for (const segment of segmentWords(text)) all.push((signedQueryWord(text, segment) ?? segment).word);
  const stops = all.map(isStopWord);
  const hasOthers = stops.includes(false);
  const finished = /\s$/u.test(text);
  const plains = all.map(plainOf);
  const words = new Map<string, QueryWord>();
  /** The word joined with the next one, as a term; undefined if they can't be one word. */
  let joined: string | undefined;
  for (let index = 0; index < all.length; index++) {
    const plain = plains[index]!;
    const joinedBefore = joined;
    joined = index + 1 < all.length ? joinedTerm(plain + plains[index + 1]!) : undefined;
    const partial = index === all.length - 1 && !finished;
    const longerOnly = hasOthers && stops[index]!;
    if (longerOnly && !partial) continue;
    const term = stemOf(plain);
    if (longerOnly) {
      words.set(term, new QueryWord(plain, term, partial, longerOnly, []));
      continue;
    }
    const otherForms = words.get(term)?.otherForms ?? [];
    if (joinedBefore !== undefined) otherForms.push(joinedBefore);
    if (joined !== undefined) otherForms.push(joined);
    otherForms.push(...joinedNumber(all, index), ...withOtherPrefixes(plain));
    words.set(term, new QueryWord(plain, term, partial, longerOnly, otherForms));
  }
  words.delete('');
  return [...words.values()];
}

function joinedTerm(compound: string): string | undefined {
  return compound.length > longestCompound || isUnspaced(compound) ? undefined : stemOf(compound);
}

/** The number formed by a group of digits and all adjacent groups, if there are three or more. */
function joinedNumber(all: string[], index: number): string[] {
  const isGroup = (at: number) => isDigits(all[at] ?? '');
  if (!isGroup(index)) return [];
  let [first, end] = [index, index + 1];
  while (isGroup(first - 1)) first--;
  while (isGroup(end)) end++;
  const compound = all.slice(first, end);
  return compound.length < 3 || compound.join('').length > longestCompound ? [] : [compound.join('')];
}

const isDigits = (word: string) => /^[0-9]+$/.test(word);

function splitsOf(plain: string, isPart: (part: string) => boolean): string[][] {
  if (plain.length > longestCompound || isUnspaced(plain)) return [];
  const splits = groupings(plain).filter((parts) => parts.every(isPart));
  for (let end = 1; end < plain.length - 1; end++) {
    const isFirstShorter = end * 2 <= plain.length;
    const shorter = isFirstShorter ? plain.slice(0, end) : plain.slice(end);
    if (!isPart(shorter)) continue;
    const longer = isFirstShorter ? plain.slice(end) : plain.slice(0, end);
    if (isPart(longer)) splits.push(isFirstShorter ? [shorter, longer] : [longer, shorter]);
  }
  return splits;
}

export const hasStopWord = (parts: string[]): boolean => parts.some(isEnglishStopWord);

/** The parts of a split that say something about a memory: those that aren't stop words, or all if all are. */
export function tellingParts(parts: string[]): string[] {
  const telling = parts.filter((part) => !isEnglishStopWord(part));
  return telling.length === 0 ? parts : telling;
}

/**
 * A number of at least `shortestInGroups` characters may be written in more than two groups. The groups of up to
 * `longestUnequal` digits may have different lengths; a longer number, or one with a letter, has groups of four.
 */
const [shortestInGroups, longestUnequal] = [7, 14];

/**
 * The ways to write a number in three or more groups. Telephone numbers have groups of two to four digits; written
 * after a country code (+44 20 …), they lose their leading 0. Longer numbers, such as an IBAN, have groups of four.
 */
function groupings(plain: string): string[][] {
  if (plain.length < shortestInGroups || (plain.match(/[0-9]/g)?.length ?? 0) < shortestInGroups - 1) return [];
  const inFours = plain.match(/.{1,4}/g) ?? [];
  if (plain.length > longestUnequal || !isDigits(plain)) return inFours.length > 2 ? [inFours] : [];
  return [plain, ...(plain.startsWith('0') ? [plain.slice(1)] : [])].flatMap((number) =>
    [...inGroups(number)].filter(({ length }) => length > 2),
  );
}

function* inGroups(number: string): Generator<string[]> {
  if (number === '') yield [];
  for (let length = 2; length <= Math.min(4, number.length); length++)
    for (const rest of inGroups(number.slice(length))) yield [number.slice(0, length), ...rest];
}
