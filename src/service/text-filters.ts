import { isWithinSite, siteOf, siteText } from '../lib/site.ts';
import { pacer } from '../lib/pace.ts';
import { foldTexts, phraseOf, type Phrase, type SearchedTexts } from '../lib/text/phrase.ts';
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

/** How many memories are read in one transaction. A listing starts with its page size, if that is larger. */
const batchSize = 64;
const maxBatchSize = 1_024;
/** The number of memories per transaction doubles after each transaction that read fewer characters than this. */
const mostCharacters = 262_144;

function phrasesOf(texts: string[] | undefined): Phrase[] {
  const phrases = (texts ?? []).flatMap((text) => phraseOf(text) ?? []);
  return [...new Map(phrases.map((phrase) => [phrase.folded, phrase])).values()];
}

/** The texts of a memory that are searched. */
export function searchedTexts({ content, title, tags, url }: MemoryRow): string[] {
  return [content, title ?? '', ...tags, url === null ? '' : siteText(url)];
}

/** The searched texts, folded one by one: a phrase never spans two of them. */
const textsOf = (row: MemoryRow): SearchedTexts => foldTexts(searchedTexts(row));

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

type IdFilters = Pick<IndexFilters, 'only' | 'without'>;

/** The last result of `idFiltersOf` for each index, from when the index was at `seq`. */
const lastFilters = new WeakMap<KeywordIndex, { seq: number | undefined; given: string; ids: IdFilters }>();

/**
 * Returns `phrases` and `not` as filters on ids, for a search. Reads memories only for phrases that have several words
 * or a sign (as in C++), and only memories that contain all the words.
 */
export async function idFiltersOf(
  { phrases, not }: TextFilters,
  index: () => Promise<KeywordIndex>,
  read: Read,
  within: string[] | undefined,
): Promise<IdFilters> {
  const wanted = phrasesOf(phrases);
  const sets = [...(wanted.length > 0 ? [wanted] : []), ...phrasesOf(not).map((phrase) => [phrase])];
  if (sets.length === 0) return {};
  const ready = await index();
  const { seq } = ready;
  const given = JSON.stringify([phrases, not, within]);
  const last = lastFilters.get(ready);
  // Without a seq, the index may have changed, so the last result isn't used.
  if (seq !== undefined && last?.seq === seq && last.given === given) return last.ids;
  const found: Set<string>[] = [];
  for (const set of sets) {
    const words = [...new Set(set.flatMap((phrase) => phrase.words))];
    found.push(new Set(await ready.containing(words, {}, within)));
  }
  await dropThoseWithout(sets, found, read);
  const only = wanted.length > 0 ? [...found.shift()!] : undefined;
  const ids = {
    ...(only && { only }),
    ...(found.length > 0 && { without: found.flatMap((set) => [...set]) }),
  };
  lastFilters.set(ready, { seq, given, ids });
  return ids;
}

/**
 * Drops the memories that lack a phrase: from each set of ids in `found`, those that lack one of the phrases at the
 * same index of `sets`. Reads and folds each memory once for all sets.
 */
async function dropThoseWithout(sets: Phrase[][], found: Set<string>[], read: Read): Promise<void> {
  const pace = pacer();
  const unsure = sets.flatMap((phrases, set) => (phrases.some(({ isMultiWord }) => isMultiWord) ? [set] : []));
  const ids = [...new Set(unsure.flatMap((set) => [...found[set]!]))];
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const rows = new Map((await read((reader) => reader.memories(batch))).map((row) => [row.id, row]));
    for (const id of batch) {
      await pace();
      const row = rows.get(id);
      const texts = row && textsOf(row);
      for (const set of unsure)
        if (texts === undefined || !sets[set]!.every(({ isIn }) => isIn(texts))) found[set]!.delete(id);
    }
  }
}

type ReadRows = (query: MemoryQuery) => Promise<MemoryRow[]>;

/**
 * Returns a function that reads a page of a listing with these filters. Uses the index, if given, to find the memories
 * that can match `site` and `phrases`. Without an index (as for the trash), or if only `not` is given, tests memory
 * after memory until the page is full.
 */
export async function listingWith(
  filters: TextFilters,
  index: (() => Promise<KeywordIndex>) | undefined,
  within: string[] | undefined,
  read: ReadRows,
): Promise<ReadRows> {
  const passes = testOf(filters);
  if (passes === undefined) return read;
  const words = phrasesOf(filters.phrases).flatMap((phrase) => phrase.words);
  const isNarrow = filters.site !== undefined || words.length > 0;
  const only = isNarrow
    ? await (await index?.())?.containing([...new Set(words)], { site: filters.site }, within)
    : undefined;
  return async (query) => {
    const pace = pacer();
    const rows: MemoryRow[] = [];
    let { after } = query;
    for (let limit = Math.max(query.limit, batchSize); ;) {
      const page = await read({ ...query, only, after, limit });
      let characters = 0;
      for (const row of page) {
        await pace();
        characters += row.content.length;
        if (passes(row) && rows.push(row) === query.limit) return rows;
      }
      if (page.length < limit) return rows;
      after = page.at(-1);
      if (characters < mostCharacters) limit = Math.min(maxBatchSize, 2 * limit);
    }
  };
}
