import { siteText } from '../../lib/site.ts';
import { signedWord } from '../../lib/text/signed.ts';
import { segmentWords } from '../../lib/text/words.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';

/**
 * How much an occurrence of a word counts in each field, in halves: 2 is a full occurrence. A memory is one bag of
 * words, as in BM25F (Robertson, Zaragoza, Taylor 2004).
 */
const fieldWeights = { content: 2, tags: 2, title: 1, host: 1 };

/** The count of one full occurrence, in halves. */
export const wholeOccurrence = fieldWeights.content;

type Searched = Pick<Indexed, 'content' | 'title' | 'tags' | 'url'>;

/** Calls `count` with each word of a memory and the word's weight in halves. */
export function countWords(
  { content, tags, title, url }: Searched,
  count: (word: string, halves: number) => void,
): void {
  const countIn = (text: string, halves: number) => {
    for (const segment of segmentWords(text)) {
      count(segment.word, halves);
      const signed = signedWord(text, segment);
      if (signed !== undefined) count(signed.word, halves);
    }
  };
  countIn(content, fieldWeights.content);
  for (const tag of tags) countIn(tag, fieldWeights.tags);
  if (title !== null) countIn(title, fieldWeights.title);
  if (url !== null) countIn(siteText(url), fieldWeights.host);
}

/** All distinct words of a memory, one per line: `word` if its count is one full occurrence, else `word<TAB>count`. */
export type Bag = string;

export function bagOf(memory: Searched): Bag {
  const counts = new Map<string, number>();
  countWords(memory, (word, halves) => counts.set(word, (counts.get(word) ?? 0) + halves));
  return Array.from(counts, ([word, count]) => (count === wholeOccurrence ? word : `${word}\t${count}`)).join('\n');
}

/** The words of a bag with their counts, in halves. */
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
