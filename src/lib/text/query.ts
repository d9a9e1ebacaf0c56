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
  /** Whether the user may still be typing the word. If so, all words that begin with it match. */
  readonly partial: boolean;
  /** Whether this is an unfinished stop word, for which only longer words match. */
  readonly longerOnly: boolean;
  /**
   * Other terms that stand for the word. For example, `icecream` stands for both words of "ice cream", and
   * `02079460958` for each group of "020 7946 0958".
   */
  readonly otherForms: string[];
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

  get isAlone(): boolean {
    return this.#telephone === undefined && !this.longerOnly;
  }

  /**
   * The ways to split the word into parts, such as `ice`, `cream` for "icecream". The parts are in plain form. They
   * stand for the word only if they are next to each other.
   */
  get splits(): string[][] {
    return (this.#splits ??= this.splitsInto(() => true));
  }

  /** The splits whose parts all pass `isPart`. */
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
 * The words of a query, each term once. The last word is partial unless white space follows it. If the query has other
 * words, stop words are left out, except a partial one.
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

const joinedNumber = ({ words, digits }: DigitRun): string[] =>
  words < 3 || digits.length > longestCompound ? [] : [digits];

/** The first telephone number of a query. */
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

/** The parts that aren't stop words, or all parts if all are stop words. */
export function tellingParts(parts: string[]): string[] {
  const telling = parts.filter((part) => !isEnglishStopWord(part));
  return telling.length === 0 ? parts : telling;
}
