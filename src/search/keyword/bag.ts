import { termOf } from '../../lib/text/term.ts';
import { wordsOf } from '../../lib/text/words.ts';
import type { Indexed } from '../../service/ports/keyword-index.ts';

/**
 * How much a word counts in each field, in halves. A memory is searched as one bag of words, as in BM25F (Robertson, Zaragoza, Taylor 2004):
 * scored field by field, a word that is common in contents would pass for a rare one wherever few memories have a title or a tag.
 * What the person kept and how they labelled it counts whole; where it came from, half.
 */
const fieldWeights = { content: 2, tags: 2, title: 1, host: 1 };

/** What one whole occurrence counts. */
export const wholeOccurrence = fieldWeights.content;

/**
 * All words of a memory, each once, with what it counts: `word`, or `word<TAB>count` where that is not one whole occurrence, a line each.
 * As one text it is small, can be kept, and tells both the terms and the words to mark.
 */
export type Bag = string;

export function bagOf(memory: Pick<Indexed, 'content' | 'title' | 'tags' | 'url'>): Bag {
  const counts = new Map<string, number>();
  const fill = (text: string, weight: number) => {
    for (const { word } of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  fill(memory.content, fieldWeights.content);
  for (const tag of memory.tags) fill(tag, fieldWeights.tags);
  fill(memory.title ?? '', fieldWeights.title);
  fill(hostOf(memory.url), fieldWeights.host);
  return Array.from(counts, ([word, count]) => (count === wholeOccurrence ? word : `${word}\t${count}`)).join('\n');
}

function hostOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

/** The words of a bag with what each counts, in halves. */
export function* countsOf(bag: Bag): Generator<[word: string, count: number]> {
  if (bag === '') return;
  for (const line of bag.split('\n')) {
    const tab = line.indexOf('\t');
    yield tab < 0 ? [line, wholeOccurrence] : [line.slice(0, tab), Number(line.slice(tab + 1))];
  }
}

let last: { bag: Bag; tokens: string[] } = { bag: '', tokens: [] };

/** Every term of a bag, as often as it counts: what MiniSearch is given as tokens. Those of the last bag are remembered, since each is asked for twice. */
export function tokensOf(bag: Bag): string[] {
  if (last.bag !== bag) last = { bag, tokens: tokenised(bag) };
  return last.tokens;
}

function tokenised(bag: Bag): string[] {
  const tokens: string[] = [];
  for (const [word, count] of countsOf(bag)) {
    const term = termOf(word);
    if (term !== '') for (let time = 0; time < count; time++) tokens.push(term);
  }
  return tokens;
}

export function wordsIn(bag: Bag): string[] {
  return Array.from(countsOf(bag), ([word]) => word);
}
