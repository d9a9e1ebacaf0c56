import { queryWordsOf } from '../../../../src/lib/text/query.ts';
import { plainOf, termOf } from '../../../../src/lib/text/term.ts';
import { isUnspaced, wordsOf } from '../../../../src/lib/text/words.ts';
import type { MemoryRow } from '../../../../src/service/ports/rows.ts';

/** Keyword search as it is defined, written to be read and not to be quick: scores every memory anew. Ids with their scores and words, where the score is not 0. */
export function naiveSearch(memories: MemoryRow[], text: string): Map<string, { score: number; words: Set<string> }> {
  const documents = memories.map((memory) => ({ id: memory.id, ...countsOf(memory) }));
  const averageLength = sum(documents.map(({ terms }) => terms.size)) / documents.length;
  const weights = weightsOf(text, new Set(documents.flatMap(({ words }) => [...words])));
  const answer = new Map<string, { score: number; words: Set<string> }>();
  for (const { id, terms, words } of documents) {
    const held = [...weights].filter(([term]) => terms.has(term));
    const score = sum(
      held.map(([term, weight]) => {
        const holders = documents.filter((document) => document.terms.has(term)).length;
        const idf = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5));
        const tf = terms.get(term)!;
        return weight * idf * (0.5 + (tf * 2.2) / (tf + 1.2 * (0.3 + (0.7 * terms.size) / averageLength)));
      }),
    );
    if (held.length > 0) answer.set(id, { score, words: new Set([...words].filter((word) => weights.has(termOf(word)))) });
  }
  return answer;
}

function countsOf({ content, tags, title, url }: MemoryRow) {
  const words = new Set<string>();
  const terms = new Map<string, number>();
  const host = url === null ? '' : new URL(url).hostname.replace(/^www\./, '');
  for (const [text, weight] of [[content, 1], ...tags.map((tag) => [tag, 1] as const), [title ?? '', 0.5], [host, 0.5]] as const) {
    for (const { word } of wordsOf(text)) {
      words.add(word);
      terms.set(termOf(word), (terms.get(termOf(word)) ?? 0) + weight);
    }
  }
  terms.delete('');
  return { words, terms };
}

/** Each term that the query may mean, with what it counts; `known`: all words of all memories. */
function weightsOf(text: string, known: Set<string>): Map<string, number> {
  const weights = new Map<string, number>();
  const count = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  const all = [...new Set([...known].map(plainOf))].filter((plain) => plain !== '');
  for (const { plain, term, partial, longerOnly } of queryWordsOf(text)) {
    const unspaced = isUnspaced(plain);
    const alike = all.filter((word) => isUnspaced(word) === unspaced);
    const same = longerOnly ? [] : alike.filter((word) => termOf(word) === term);
    const longer = alike.filter((word) => word !== plain && (unspaced ? word.includes(plain) : partial && word.startsWith(plain)) && !(longerOnly && termOf(word) === term));
    if (same.length > 0) count(term, 1);
    for (const word of longer) count(termOf(word), (0.375 * word.length) / (word.length + 0.3 * (word.length - plain.length)));
    if (same.length > 0 || longer.length > 0 || longerOnly) continue;
    if (unspaced) {
      for (const word of alike) if (word.length > 1 && plain.includes(word)) count(word, (0.45 * word.length) / plain.length);
      continue;
    }
    const distances = alike.map((word) => editsBetween(word, plain));
    const nearest = Math.min(...distances);
    if (nearest > (plain.length < 3 || /\p{N}/u.test(plain) ? 0 : plain.length < 6 ? 1 : 2)) continue;
    for (const [place, word] of alike.entries()) if (distances[place] === nearest) count(termOf(word), (0.45 * word.length) / (word.length + nearest));
  }
  return weights;
}

/** Levenshtein's distance, by its definition. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length]!;
}

function sum(numbers: number[]): number {
  return numbers.reduce((so, number) => so + number, 0);
}
