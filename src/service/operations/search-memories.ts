import { nameKey } from '../../v1/keys.ts';
import { collectionIdPattern } from '../../v1/schemas/common.ts';
import type { Match, SearchHit } from '../../v1/schemas/search.ts';
import type { Answer, Call, Operation } from '../call.ts';
import { shownMemories } from '../encode.ts';
import { find } from '../search/find.ts';
import type { Criteria, Hit, SearchResult } from '../search/results.ts';
import { keywordIndexOf } from '../search/by-keyword.ts';
import { assumingCurrent, type SearchCall } from '../search/search-call.ts';
import { bestWithSplits } from '../search/split-words.ts';
import { idFiltersOf, searchedTexts } from '../text-filters.ts';
import { narrowedCollections, sees, visibleCollection, withinOf } from '../visibility.ts';

export const searchMemories: Operation<'searchMemories'> = async (call) => {
  const criteria = await criteriaOf(call);
  const { search, isAssumed, wasCurrent, again } = assumingCurrent(call);
  const found = await find(search, await withText(search, criteria));
  const { memories, lastSeq } = await read(call, found.hits, { withSeq: isAssumed() });
  if (wasCurrent(lastSeq)) return answerOf(found, memories);
  // The indexes may have lacked the latest changes, so the search runs again after they have caught up.
  const later = await find(again, await withText(again, criteria));
  return answerOf(later, (await read(call, later.hits, { withSeq: false })).memories);
};

async function criteriaOf({ read, principal, input }: Call<'searchMemories'>): Promise<Criteria> {
  const { limit, filters: { collection, tags, source, createdAfter, createdBefore, site } = {} } = input.body;
  // Whether an id exists is checked later, when the hits are read.
  const collections = isId(collection)
    ? [collection]
    : collection === undefined
      ? withinOf(principal)
      : await read((reader) => narrowedCollections(reader, principal, collection));
  return {
    filters: { collections, tagKeys: tags?.map(nameKey), source, createdAfter, createdBefore, site },
    within: withinOf(principal),
    limit,
  };
}

const isId = (collection: string | undefined): collection is string =>
  collection !== undefined && collectionIdPattern.test(collection);

async function withText(call: SearchCall, criteria: Criteria): Promise<Criteria> {
  const ids = await idFiltersOf(call.input.body.filters ?? {}, () => keywordIndexOf(call), call.read, criteria.within);
  return { ...criteria, filters: { ...criteria.filters, ...ids } };
}

/**
 * Reads the hits' memories and returns the best hits. A hit may be certain only because of a split word ("icecream" as
 * "ice cream"). If its text doesn't have the parts next to each other, it comes last or is dropped (`bestWithSplits`).
 * Omits memories that are no longer live or visible to the caller. With `withSeq`, also reads the store's last seq in
 * the same transaction. Otherwise `lastSeq` is 0.
 * @throws Problem `not_found` if the search is narrowed to an unknown collection
 */
async function read(
  call: Call<'searchMemories'>,
  hits: Hit[],
  { withSeq }: { withSeq: boolean },
): Promise<{ memories: SearchHit[]; lastSeq: number }> {
  const { collection } = call.input.body.filters ?? {};
  const [rows, lastSeq] = await call.read((reader) =>
    Promise.all([
      reader.memories(hits.map(({ id }) => id)),
      withSeq ? reader.lastSeq() : 0,
      isId(collection) && visibleCollection(reader, call.principal, collection),
    ]),
  );
  const live = new Map(
    rows.filter((row) => row.deletedAt === null && sees(call.principal, row)).map((row) => [row.id, row]),
  );
  const shownHits = await bestWithSplits(
    hits.filter(({ id }) => live.has(id)),
    call.input.body.limit,
    (id) => searchedTexts(live.get(id)!),
  );
  const shown = await shownMemories(shownHits.map(({ id }) => live.get(id)!));
  const memories = shownHits.map(({ score, match, nearest }, index) => {
    const memory = shown[index]!;
    return { ...memory, score, match: { ...match, passage: passageIn(memory.content, nearest) } };
  });
  return { memories, lastSeq };
}

function answerOf({ mode, coverage }: SearchResult, memories: SearchHit[]): Answer<'searchMemories'> {
  return { body: { memories, mode, coverage } };
}

/**
 * The part of a memory's content to show as its nearest passage. Null if there is none, if only white space is outside
 * the passage, or if the content has become too short since the search.
 */
export function passageIn(content: string, nearest: Hit['nearest']): Match['passage'] {
  if (nearest === undefined) return null;
  const { start, end } = nearest;
  if (end > content.length) return null;
  return (content.slice(0, start) + content.slice(end)).trim() === '' ? null : { start, end };
}
