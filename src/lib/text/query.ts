import { withOtherPrefixes } from './prefixes.ts';
import { digitRuns, groupings, telephoneForms, type DigitRun, type TelephoneForms } from './numbers.ts';
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
   * group of digits joined with all neighbouring groups (`02079460958` for each group of "020 7946 0958"); a telephone
   * number with or without a country code; a Hebrew or Arabic word with a prefix added or removed.
   */
  readonly otherForms: string[];
  /** If the word is a group of a telephone number: the ways to write that number. */
  readonly #telephone: TelephoneForms | undefined;
  #splits: string[][] | undefined;

  constructor(
    plain: string,
    term: string,
    partial: boolean,
    longerOnly: boolean,
    otherForms: string[],
    telephone?: TelephoneForms,
  ) {
    this.plain = plain;
    this.term = term;
    this.partial = partial;
    this.longerOnly = longerOnly;
    this.otherForms = otherForms;
    this.#telephone = telephone;
  }

  /** Whether its splits depend on no other word of the query. */
  get isAlone(): boolean {
    return this.#telephone === undefined && !this.longerOnly;
  }

  /**
   * The ways to split the word, each with the parts in plain form. For example, one way to split "icecream" is `ice`,
   * `cream`, and one for the telephone number "02079460958" is `020`, `7946`, `0958`. The parts stand for the word only
   * if they are next to each other. Computed when first read, since the splits of most words are never needed.
   */
  get splits(): string[][] {
    return (this.#splits ??= this.splitsInto(() => true));
  }

  /**
   * The splits whose parts all pass `isPart`. Of two parts, tests the shorter first: then the longer part is rarely
   * tested, and `isPart` can cache its results for short parts.
   */
  splitsInto(isPart: (part: string) => boolean): string[][] {
    if (this.longerOnly) return [];
    const splits = splitsOf(this.plain, isPart);
    if (this.#telephone === undefined) return splits;
    return [...this.#telephone.groups.filter((parts) => parts.every(isPart)), ...splits];
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
  const starts: number[] = [];
  for (const segment of segmentWords(text)) {
    all.push((signedQueryWord(text, segment) ?? segment).word);
    starts.push(segment.start);
  }
  const runs = digitRuns(all);
  const telephone = firstTelephone(runs, (position) => text[starts[position]! - 1] === '+');
  const stops = all.map(isStopWord);
  const hasOthers = stops.includes(false);
  const finished = text.trimEnd().length < text.length;
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
    const run = runs[index];
    if (run !== undefined) otherForms.push(...joinedNumber(run));
    const forms = run !== undefined && run === telephone?.run ? telephone.forms : undefined;
    if (forms !== undefined) otherForms.push(...forms.words);
    otherForms.push(...withOtherPrefixes(plain));
    words.set(term, new QueryWord(plain, term, partial, longerOnly, otherForms, forms));
  }
  words.delete('');
  return [...words.values()];
}

function joinedTerm(compound: string): string | undefined {
  return compound.length > longestCompound || isUnspaced(compound) ? undefined : stemOf(compound);
}

/** The number formed by three or more groups. */
const joinedNumber = ({ words, digits }: DigitRun): string[] =>
  words < 3 || digits.length > longestCompound ? [] : [digits];

/**
 * The first telephone number of a query. Only this one gets other forms: a query with hundreds of numbers would take
 * long.
 */
function firstTelephone(
  runs: (DigitRun | undefined)[],
  isAfterPlus: (position: number) => boolean,
): { run: DigitRun; forms: TelephoneForms } | undefined {
  for (const run of runs) {
    if (run === undefined) continue;
    const forms = telephoneForms(run.digits, isAfterPlus(run.start));
    if (forms !== undefined) return { run, forms };
  }
  return undefined;
}

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

/** The parts of a split that say something about a memory: all but stop words, or all if all are stop words. */
export function tellingParts(parts: string[]): string[] {
  const telling = parts.filter((part) => !isEnglishStopWord(part));
  return telling.length === 0 ? parts : telling;
}
