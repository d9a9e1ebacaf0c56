import { hasStopWord, tellingParts, type QueryWord } from '../../lib/text/query.ts';
import { stemOf } from '../../lib/text/term.ts';
import { isUnspaced } from '../../lib/text/words.ts';
import type { Pace } from '../../lib/pace.ts';
import { mostEdits } from './letters.ts';
import type { Source } from './source.ts';

/** The terms that a query word can match, with their weights: 1 for its own term and its other forms. */
export type TermExpansion = Map<string, number>;

/** MiniSearch's weights of matches by prefix and by spelling. */
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;
/**
 * The weights of one part of a split word. A memory with a single part must rank below a memory with all parts next to
 * each other (split-words.ts). `ofKnown` applies if the word itself occurs, or if one of its parts is a stop word.
 */
export const partWeights = { ofUnknown: 0.15, ofKnown: 0.02 };

const expandedAtOnce = 4;

/** The maximum number of corrected words per query. */
export const mostCorrections = 32;

interface RecentWord {
  splits?: string[][];
  /** The words with the nearest spelling or, in a script without spaces, the known words inside the word. */
  similar?: TermExpansion;
}

/** A cache of query words by plain form, valid until a memory changes. */
export type RecentWords = Map<string, RecentWord>;

const mostRecent = 256;

function recentWord(recent: RecentWords, plain: string): RecentWord {
  let known = recent.get(plain);
  if (known === undefined) {
    if (recent.size >= mostRecent) recent.clear();
    recent.set(plain, (known = {}));
  }
  return known;
}

/**
 * Expands each query word into terms of the sources: its own term, its other forms, its parts, and longer words. The
 * longer words begin with the query word if it is unfinished, or contain it if its script has no spaces. If no such
 * term occurs, corrects the query word: adds words with a similar spelling or, in a script without spaces, the known
 * words inside the query word. Parts of a split with a stop word don't prevent a correction.
 */
export async function expandTerms(
  words: QueryWord[],
  sources: Source[],
  pace: Pace,
  recent: RecentWords = new Map(),
): Promise<TermExpansion[]> {
  let unspacedWords: Set<string> | undefined;
  for (const { plain } of words) if (isUnspaced(plain)) (unspacedWords ??= new Set()).add(plain);
  const longer = unspacedWords && (await containing(unspacedWords, sources, pace));
  const all: TermExpansion[] = [];
  let corrections = 0;
  const occurs = (term: string) => {
    for (const source of sources) if (source.hasTerm(term)) return true;
    return false;
  };
  const isIndexed = (part: string) => occurs(stemOf(part));
  for (const word of words) {
    const { plain, term, partial, longerOnly, otherForms } = word;
    if (all.length % expandedAtOnce === expandedAtOnce - 1) await pace();
    const unspaced = unspacedWords?.has(plain) ?? false;
    const expansion: TermExpansion =
      (unspaced ? longer?.get(plain) : partial ? beginningWith(plain, sources) : undefined) ?? new Map();
    expansion.delete(term);
    const isKnown = !longerOnly && occurs(term);
    if (isKnown) expansion.set(term, 1);
    for (const form of otherForms) if (occurs(form)) expansion.set(form, 1);
    let candidates: TermExpansion | undefined;
    const known = recentWord(recent, plain);
    const splits = word.isAlone ? (known.splits ??= word.splitsInto(isIndexed)) : word.splitsInto(isIndexed);
    for (const parts of splits) {
      const isStrong = !isKnown && !hasStopWord(parts);
      for (const part of tellingParts(parts))
        weigh(
          isStrong ? expansion : (candidates ??= new Map()),
          stemOf(part),
          isStrong ? partWeights.ofUnknown : partWeights.ofKnown,
        );
    }
    const isCorrected = expansion.size === 0 && !longerOnly && corrections++ < mostCorrections;
    if (isCorrected) known.similar ??= unspaced ? containedIn(plain, sources) : speltLike(plain, sources);
    const found = isCorrected ? (candidates === undefined ? known.similar! : new Map(known.similar)) : expansion;
    for (const [part, weight] of candidates ?? []) weigh(found, part, weight);
    all.push(found);
  }
  return all;
}

/** The weight of a longer word that contains the query word. */
const longerWeight = (length: number, queryLength: number) =>
  (prefixWeight * length) / (length + 0.3 * (length - queryLength));

function weigh(expansion: TermExpansion, term: string, weight: number): void {
  expansion.set(term, Math.max(weight, expansion.get(term) ?? 0));
}

function beginningWith(plain: string, sources: Source[]): TermExpansion {
  const expansion: TermExpansion = new Map();
  for (const source of sources) {
    for (const { term, length } of source.beginningWith(plain))
      weigh(expansion, term, longerWeight(length, plain.length));
  }
  return expansion;
}

/** A shorter word has too many neighbours to be corrected: "fix" is not a misspelt "six". */
const minCorrectedLength = 5;
const minLengthForTwoEdits = 6;

/**
 * The maximum number of edits between a query word and its correction. A word with digits is never corrected: 2026 is
 * not a misspelt 2025.
 */
export function maxEdits(plain: string): number {
  return plain.length < minCorrectedLength || /\p{N}/u.test(plain)
    ? 0
    : plain.length < minLengthForTwoEdits
      ? 1
      : mostEdits;
}

/**
 * For each two neighbouring letters of a word, the term of the word with these letters swapped. A swap is a common
 * typing error and counts as one edit (Damerau 1964). Empty for a word that is never corrected.
 */
export function swappedTerms(plain: string): string[] {
  const terms: string[] = [];
  if (maxEdits(plain) === 0) return terms;
  for (let at = 0; at + 1 < plain.length; at++)
    terms.push(stemOf(plain.slice(0, at) + plain[at + 1]! + plain[at]! + plain.slice(at + 2)));
  return terms;
}

function speltLike(plain: string, sources: Source[]): TermExpansion {
  let nearest = maxEdits(plain);
  let expansion: TermExpansion = new Map();
  for (const term of swappedTerms(plain)) {
    if (!sources.some((source) => source.hasTerm(term))) continue;
    nearest = 1;
    weigh(expansion, term, (fuzzyWeight * plain.length) / (plain.length + 1));
  }
  for (const source of nearest === 0 ? [] : sources) {
    for (const { term, length, distance } of source.speltNear(plain, nearest)) {
      if (distance > nearest) continue;
      if (distance < nearest) expansion = new Map();
      nearest = distance;
      weigh(expansion, term, (fuzzyWeight * length) / (length + distance));
    }
  }
  return expansion;
}

/**
 * For each query word of a script without spaces, the words that contain it. In such scripts, word boundaries are a
 * dictionary's guess, which differs between browsers.
 */
async function containing(
  queryWords: ReadonlySet<string>,
  sources: Source[],
  pace: Pace,
): Promise<Map<string, TermExpansion>> {
  const found = new Map<string, TermExpansion>(Array.from(queryWords, (plain) => [plain, new Map()]));
  const lengths = [...new Set(Array.from(queryWords, (plain) => plain.length))].sort((one, other) => one - other);
  for (const source of sources) {
    for (const word of source.unspacedWords()) {
      await pace();
      const parts = [...partsOf(word, lengths)].filter((part) => queryWords.has(part));
      if (parts.length > 0 && source.hasTerm(word))
        for (const part of parts) weigh(found.get(part)!, word, longerWeight(word.length, part.length));
    }
  }
  return found;
}

/** All parts of a word that have one of `lengths`, which must be in ascending order. */
function* partsOf(word: string, lengths: number[]): Generator<string> {
  for (const length of lengths) {
    if (length > word.length) return;
    for (let start = 0; start + length <= word.length; start++) yield word.slice(start, start + length);
  }
}

/** For an unknown word of a script without spaces, the known words of two or more letters inside it: 研究 in 研究生. */
function containedIn(plain: string, sources: Source[]): TermExpansion {
  const expansion: TermExpansion = new Map();
  for (let start = 0; start < plain.length; start++) {
    for (let end = start + 2; end <= plain.length; end++) {
      const part = plain.slice(start, end);
      if (isUnspaced(part) && sources.some((source) => source.hasTerm(part)))
        weigh(expansion, part, (fuzzyWeight * part.length) / plain.length);
    }
  }
  return expansion;
}
