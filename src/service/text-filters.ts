import { isWithinSite, siteOf } from '../lib/site.ts';
import { phraseOf, type Phrase } from '../lib/text/phrase.ts';
import type { IndexFilters, KeywordIndex } from './ports/keyword-index.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { MemoryQuery, StoreReader } from './ports/store.ts';

/** The filters on a memory's text and address. */
export interface TextFilters {
  site?: string | undefined;
  phrases?: string[] | undefined;
  not?: string[] | undefined;
}

type Read = <T>(work: (reader: StoreReader) => Promise<T>) => Promise<T>;

/** How many memories are read at once, at first. */
const batchSize = 64;
/** The most memories read at once. Each may have a text of 64 KiB. */
const maxBatchSize = 1_024;

function phrasesOf(texts: string[] | undefined): Phrase[] {
  return (texts ?? []).flatMap((text) => phraseOf(text) ?? []);
}

/** The texts of a memory that are searched; a phrase doesn't reach from one into the next. */
function textsOf({ content, title, tags, url }: MemoryRow): string[] {
  return [content, title ?? '', ...tags, url === null ? '' : (siteOf(url) ?? '')];
}

/** Returns a test of memories; undefined if none of these filters is given. */
function testOf({ site, phrases, not }: TextFilters): ((row: MemoryRow) => boolean) | undefined {
  const [wanted, unwanted] = [phrasesOf(phrases), phrasesOf(not)];
  if (site === undefined && wanted.length === 0 && unwanted.length === 0) return undefined;
  return (row) => {
    if (site !== undefined && !isWithinSite(row.url === null ? null : siteOf(row.url), site)) return false;
    const texts = textsOf(row);
    return wanted.every(({ isIn }) => isIn(texts)) && !unwanted.some(({ isIn }) => isIn(texts));
  };
}

/**
 * Returns `phrases` and `not` as filters on ids, for a search. Reads memories only for phrases of several words, and
 * only those that contain all the words.
 */
export async function idFiltersOf(
  { phrases, not }: TextFilters,
  index: () => Promise<KeywordIndex>,
  read: Read,
  within: string[] | undefined,
): Promise<Pick<IndexFilters, 'only' | 'without'>> {
  const [wanted, unwanted] = [phrasesOf(phrases), phrasesOf(not)];
  if (wanted.length === 0 && unwanted.length === 0) return {};
  const ready = await index();
  const idsWith = async (phrases: Phrase[]) => {
    const ids = await ready.containing([...new Set(phrases.flatMap(({ words }) => words))], {}, within);
    return phrases.some(({ isMultiWord }) => isMultiWord) ? filterByPhrases(ids, phrases, read) : ids;
  };
  const without: string[] = [];
  for (const phrase of unwanted) without.push(...(await idsWith([phrase])));
  return {
    ...(wanted.length > 0 && { only: await idsWith(wanted) }),
    ...(unwanted.length > 0 && { without }),
  };
}

/** The ids of the memories that contain all phrases. */
function filterByPhrases(ids: string[], phrases: Phrase[], read: Read): Promise<string[]> {
  return read(async (reader) => {
    const found: string[] = [];
    for (let start = 0; start < ids.length; start += batchSize)
      for (const row of await reader.memories(ids.slice(start, start + batchSize)))
        if (phrases.every(({ isIn }) => isIn(textsOf(row)))) found.push(row.id);
    return found;
  });
}

/** Reads one page of a listing. */
export type ReadPage = (reader: StoreReader, query: MemoryQuery) => Promise<MemoryRow[]>;

/**
 * Returns a function that reads a page of a listing with these filters. Uses the index, if given, to find the memories
 * that can match `site` and `phrases`. Without it, as for the trash, and for `not` alone, tests memory after memory
 * until the page is full.
 */
export async function listingWith(
  filters: TextFilters,
  index: (() => Promise<KeywordIndex>) | undefined,
  within: string[] | undefined,
): Promise<ReadPage> {
  const passes = testOf(filters);
  if (passes === undefined) return (reader, query) => reader.listMemories(query);
  const words = phrasesOf(filters.phrases).flatMap((phrase) => phrase.words);
  const isNarrow = filters.site !== undefined || words.length > 0;
  const only = isNarrow
    ? await (await index?.())?.containing([...new Set(words)], { site: filters.site }, within)
    : undefined;
  return async (reader, query) => {
    const rows: MemoryRow[] = [];
    let { after } = query;
    for (let limit = Math.max(query.limit, batchSize); ; limit = Math.min(maxBatchSize, 2 * limit)) {
      const page = await reader.listMemories({ ...query, only, after, limit });
      rows.push(...page.filter(passes));
      if (rows.length >= query.limit || page.length < limit) return rows.slice(0, query.limit);
      after = page.at(-1);
    }
  };
}
