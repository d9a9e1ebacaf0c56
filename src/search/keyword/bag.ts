import { wordsOf } from '../../lib/text/words.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';

/**
 * How much a word counts in each field, in halves. A memory is searched as one bag of words, as in BM25F (Robertson, Zaragoza, Taylor 2004):
 * scored field by field, a word that is common in contents would pass for a rare one wherever few memories have a title.
 * What the person kept and how they labelled it counts whole; where it came from, half.
 */
const fieldWeights = { content: 2, tags: 2, title: 1, host: 1 };

/** What one whole occurrence counts. */
export const wholeOccurrence = fieldWeights.content;

type Searched = Pick<Indexed, 'content' | 'title' | 'tags' | 'url'>;

/** Calls `count` for every word of a memory, with what it counts there, in halves. */
export function countWords(
  { content, tags, title, url }: Searched,
  count: (word: string, halves: number) => void,
): void {
  const countIn = (text: string, halves: number) => {
    for (const { word } of wordsOf(text)) count(word, halves);
  };
  countIn(content, fieldWeights.content);
  for (const tag of tags) countIn(tag, fieldWeights.tags);
  if (title !== null) countIn(title, fieldWeights.title);
  if (url !== null) countIn(hostOf(url), fieldWeights.host);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

/**
 * All words of a memory, each once, with what it counts: `word`, or `word<TAB>count` where that is not one whole occurrence, a line each.
 * As one text it is small, can be kept, and tells both the terms and the words to mark.
 */
export type Bag = string;

export function bagOf(memory: Searched): Bag {
  const counts = new Map<string, number>();
  countWords(memory, (word, halves) => counts.set(word, (counts.get(word) ?? 0) + halves));
  return Array.from(counts, ([word, count]) => (count === wholeOccurrence ? word : `${word}\t${count}`)).join('\n');
}

/** The words of a bag with what each counts, in halves. */
export function* countsOf(bag: Bag): Generator<[word: string, count: number]> {
  if (bag === '') return;
  for (const line of bag.split('\n')) {
    const tab = line.indexOf('\t');
    yield tab < 0 ? [line, wholeOccurrence] : [line.slice(0, tab), Number(line.slice(tab + 1))];
  }
}

export function wordsIn(bag: Bag): string[] {
  return Array.from(countsOf(bag), ([word]) => word);
}
