import { siteText } from '../../../../src/lib/site.ts';
import { queryWordsOf } from '../../../../src/lib/text/query.ts';
import { plainOf, stemOf, termOf } from '../../../../src/lib/text/term.ts';
import { isEnglishStopWord } from '../../../../src/lib/text/stop-words.ts';
import { signedWord } from '../../../../src/lib/text/signed.ts';
import { isUnspaced, segmentWords } from '../../../../src/lib/text/words.ts';
import { mostCorrections } from '../../../../src/search/keyword/term-expansion.ts';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';

/** Reference implementation of keyword search, written for clarity, not speed. */
export function naiveSearch(memories: MemoryRow[], text: string): Map<string, { score: number; words: Set<string> }> {
  const documents = memories.map((memory) => ({ id: memory.id, ...countsOf(memory) }));
  const averageLength = sum(documents.map(({ terms }) => terms.size)) / documents.length;
  const weights = weightsOf(text, knownOf(documents.flatMap(({ words }) => [...words])));
  const results = new Map<string, { score: number; words: Set<string> }>();
  for (const { id, terms, words } of documents) {
    const matched = [...weights].filter(([term]) => terms.has(term));
    const score = sum(
      matched.map(([term, weight]) => {
        const frequency = documents.filter((document) => document.terms.has(term)).length;
        const idf = Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5));
        const tf = terms.get(term)!;
        return weight * idf * (0.5 + (tf * 2.2) / (tf + 1.2 * (0.3 + (0.7 * terms.size) / averageLength)));
      }),
    );
    if (matched.length > 0)
      results.set(id, { score, words: new Set([...words].filter((word) => weights.has(termOf(word)))) });
  }
  return results;
}

function countsOf({ content, tags, title, url }: MemoryRow) {
  const words = new Set<string>();
  const terms = new Map<string, number>();
  const host = url === null ? '' : siteText(url);
  for (const [text, weight] of [
    [content, 1],
    ...tags.map((tag) => [tag, 1] as const),
    [title ?? '', 0.5],
    [host, 0.5],
  ] as const) {
    for (const segment of segmentWords(text)) {
      for (const { word } of [segment, signedWord(text, segment) ?? []].flat()) {
        words.add(word);
        terms.set(termOf(word), (terms.get(termOf(word)) ?? 0) + weight);
      }
    }
  }
  terms.delete('');
  return { words, terms };
}

interface Known {
  plain: string;
  term: string;
  unspaced: boolean;
}

export function knownOf(words: Iterable<string>): Known[] {
  const plains = new Set(Array.from(words, plainOf));
  plains.delete('');
  return Array.from(plains, (plain) => ({ plain, term: termOf(plain), unspaced: isUnspaced(plain) }));
}

/** The terms that the query can match, with their weights. Corrects only the first `mostCorrections` unknown words. */
export function weightsOf(text: string, known: Known[]): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  let corrections = 0;
  const isIndexed = (term: string) => known.some((word) => word.term === term);
  for (const { plain, term, partial, longerOnly, otherForms, splits } of queryWordsOf(text)) {
    const unspaced = isUnspaced(plain);
    const candidates = known.filter((word) => word.unspaced === unspaced);
    const isExact = !longerOnly && candidates.some((word) => word.term === term);
    const longer = candidates.filter(
      (word) =>
        word.plain !== plain &&
        (unspaced ? word.plain.includes(plain) : partial && word.plain.startsWith(plain)) &&
        !(longerOnly && word.term === term),
    );
    if (isExact) add(term, 1);
    for (const word of longer)
      add(word.term, (0.375 * word.plain.length) / (word.plain.length + 0.3 * (word.plain.length - plain.length)));
    const forms = otherForms.filter(isIndexed);
    for (const form of forms) add(form, 1);
    const indexedSplits = splits.filter((parts) => parts.every((part) => isIndexed(stemOf(part))));
    const strongSplits = isExact ? [] : indexedSplits.filter((parts) => !parts.some(isEnglishStopWord));
    for (const part of strongSplits.flat()) add(stemOf(part), 0.15);
    for (const parts of indexedSplits) {
      const contentWords = parts.filter((part) => !isEnglishStopWord(part));
      for (const part of contentWords.length > 0 ? contentWords : parts) add(stemOf(part), 0.02);
    }
    if (
      isExact ||
      longer.length > 0 ||
      forms.length > 0 ||
      strongSplits.length > 0 ||
      longerOnly ||
      corrections++ >= mostCorrections
    )
      continue;
    if (unspaced) {
      for (const word of candidates)
        if (word.plain.length > 1 && plain.includes(word.plain))
          add(word.term, (0.45 * word.plain.length) / plain.length);
      continue;
    }
    const maxEdits = plain.length < 5 || /\p{N}/u.test(plain) ? 0 : plain.length < 6 ? 1 : 2;
    const swapped = new Set(maxEdits === 0 ? [] : swapsOf(plain).map(stemOf).filter(isIndexed));
    for (const term of swapped) add(term, (0.45 * plain.length) / (plain.length + 1));
    const near = candidates
      .filter((word) => Math.abs(word.plain.length - plain.length) <= maxEdits)
      .map((word) => ({ ...word, distance: editsBetween(word.plain, plain) }));
    const nearest = Math.min(swapped.size > 0 ? 1 : maxEdits, ...near.map(({ distance }) => distance));
    for (const word of near)
      if (word.distance === nearest) add(word.term, (0.45 * word.plain.length) / (word.plain.length + nearest));
  }
  return weights;
}

/** For each pair of neighbouring letters of `plain`, the word with these letters swapped. */
function swapsOf(plain: string): string[] {
  return [...plain].flatMap((letter, i, letters) =>
    i === 0 ? [] : [[...letters.slice(0, i - 1), letter, letters[i - 1], ...letters.slice(i + 1)].join('')],
  );
}

/** The Levenshtein distance. */
export function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length]!;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
