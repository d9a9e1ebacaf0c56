import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { figuresOf, type OpenLibrary } from './run.ts';
import { manualPageSet, pageLanguages } from './manual-pages/sets.ts';
import { documentsOf, type QuestionSet } from './sets.ts';

/**
 * Figures of one language, as shares of questions, 0..1. Unless stated otherwise, a share counts the questions in this
 * language for which the right memory comes first.
 */
export interface LanguageFigures {
  set: string;
  language: string;
  /** When searching memories in the same language. */
  same: number;
  /** When searching memories in the set's first language. */
  first: number;
  /** For the questions in the set's first language, when searching memories in this language. */
  byFirst: number;
  /** When searching memories in all languages. The right memory counts in any language. */
  all: number;
  /** As `same`, but only if the right memory is also marked certain. */
  certain: number;
  /** The share of questions that still have a hit marked certain after the right memory has been removed. */
  falselyCertain: number;
}

type Group = QuestionSet['groups'][number];

export interface PageFigures {
  set: string;
  keyword: number;
  hybrid: number;
}

/** Yields nothing for a set without `languages`. */
export async function* languageFiguresOf(
  { name, groups, languages = [] }: QuestionSet,
  open: OpenLibrary,
  mode: SearchMode | undefined,
): AsyncGenerator<LanguageFigures> {
  if (languages.length === 0) return;
  const count = groups[0]!.documents.length;
  const merged = { documents: groups.flatMap(({ documents }) => documents), queries: [] };
  const foundFirst = async (searched: Group, { queries }: Group) => {
    const library = await open(documentsOf(searched), mode);
    let [right, certain] = [0, 0];
    for (const { text, relevant } of queries) {
      const found = await library.find(text);
      const [first] = found.positions;
      // In `merged`, the languages follow each other, each with `count` documents in the same order.
      if (first === undefined || !relevant.includes(first % count)) continue;
      right++;
      if (found.certain.has(first)) certain++;
    }
    await library.close();
    return { right: right / queries.length, certain: certain / queries.length };
  };
  const shareFalselyCertain = async ({ documents, queries }: Group) => {
    let wrong = 0;
    for (const { text, relevant } of queries) {
      const others = documents.filter((_, position) => !relevant.includes(position));
      const library = await open(documentsOf({ documents: others, queries: [] }), mode);
      if ((await library.find(text)).certain.size > 0) wrong++;
      await library.close();
    }
    return wrong / queries.length;
  };
  for (const [index, language] of languages.entries()) {
    const group = groups[index]!;
    const { right: same, certain } = await foundFirst(group, group);
    yield {
      set: name,
      language,
      same,
      first: (await foundFirst(groups[0]!, group)).right,
      byFirst: (await foundFirst(group, groups[0]!)).right,
      all: (await foundFirst(merged, group)).right,
      certain,
      falselyCertain: await shareFalselyCertain(group),
    };
  }
}

export async function* pageFigures(open: OpenLibrary): AsyncGenerator<PageFigures> {
  for (const language of pageLanguages) {
    const set = manualPageSet(language);
    const { ndcg10: keyword } = await figuresOf(set, open, 'keyword');
    const { ndcg10: hybrid } = await figuresOf(set, open, 'hybrid');
    yield { set: set.name, keyword, hybrid };
  }
}
