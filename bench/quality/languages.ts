import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { figuresOf, type OpenLibrary } from './run.ts';
import { manualPageSet, pageLanguages } from './manual-pages/sets.ts';
import { documentsOf, type QuestionSet } from './sets.ts';

/** The share of one language's questions whose right memory comes first, 0..1. */
export interface LanguageFigures {
  set: string;
  language: string;
  /** Among memories in the same language. */
  same: number;
  /** Among memories in the set's first language. */
  first: number;
  /** Among memories in all languages: the right one in any of them. */
  all: number;
}

/** nDCG@10 on the manual pages of one language. */
export interface PageFigures {
  set: string;
  keyword: number;
  hybrid: number;
}

/** The figures of a set whose groups hold the same documents and questions in different languages; none for other sets. */
export async function* languageFiguresOf(
  { name, groups, languages = [] }: QuestionSet,
  open: OpenLibrary,
  mode: SearchMode | undefined,
): AsyncGenerator<LanguageFigures> {
  if (languages.length === 0) return;
  const count = groups[0]!.documents.length;
  const merged = { documents: groups.flatMap(({ documents }) => documents), queries: [] };
  const shareFirst = async (searched: QuestionSet['groups'][number], { queries }: QuestionSet['groups'][number]) => {
    const library = await open(documentsOf(searched), mode);
    let right = 0;
    for (const { text, relevant } of queries) {
      const [first] = (await library.find(text)).positions;
      if (first !== undefined && relevant.includes(first % count)) right++;
    }
    await library.close();
    return right / queries.length;
  };
  for (const [index, language] of languages.entries()) {
    const group = groups[index]!;
    yield {
      set: name,
      language,
      same: await shareFirst(group, group),
      first: await shareFirst(groups[0]!, group),
      all: await shareFirst(merged, group),
    };
  }
}

/** Searches the manual pages of each language, by word alone and by both. */
export async function* pageFigures(open: OpenLibrary): AsyncGenerator<PageFigures> {
  for (const language of pageLanguages) {
    const set = manualPageSet(language);
    const { ndcg10: keyword } = await figuresOf(set, open, 'keyword');
    const { ndcg10: hybrid } = await figuresOf(set, open, 'hybrid');
    yield { set: set.name, keyword, hybrid };
  }
}
