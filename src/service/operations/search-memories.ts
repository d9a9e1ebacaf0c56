import { keyOf } from '../../v1/keys.ts';
import type { SearchHit } from '../../v1/schemas/search.ts';
import type { Call, Operation } from '../call.ts';
import { memoryOf } from '../encode.ts';
import type { IndexFilters, KeywordHit } from '../ports/keyword-index.ts';
import { Problem } from '../problem.ts';
import { narrowed, sees, withinOf } from '../visibility.ts';

export const searchMemories: Operation<'searchMemories'> = async (call) => {
  const { query: text, limit } = call.input.body;
  if (text === undefined) throw new Problem('unavailable', 'Finding what is alike needs a model, and none is loaded.');
  const filters = await filtersOf(call);
  const index = call.parts.keyword(call.principal.owner);
  await index.catchUp(await call.feedOf(call.principal.owner));
  const hits = await index.search({ text, filters, limit, within: withinOf(call.principal) });
  return { body: { memories: await explained(call, hits), mode: 'keyword', coverage: 0 } };
};

async function filtersOf({ read, principal, input }: Call<'searchMemories'>): Promise<IndexFilters> {
  const { collection, tags, source, createdAfter, createdBefore } = input.body.filters ?? {};
  const collections = await read((reader) => narrowed(reader, principal, collection));
  return { collections, tagKeys: tags?.map(keyOf), source, createdAfter, createdBefore };
}

/** The memories as they stand in the store now, each with why it was found; one that is gone meanwhile is left out. */
async function explained({ read, principal }: Call<'searchMemories'>, hits: KeywordHit[]): Promise<SearchHit[]> {
  const rows = await read((reader) => reader.memories(hits.map((hit) => hit.id)));
  const live = new Map(rows.filter((row) => row.deletedAt === null && sees(principal, row)).map((row) => [row.id, row]));
  const best = hits[0]?.score ?? 1;
  return hits.flatMap((hit) => {
    const row = live.get(hit.id);
    return row === undefined
      ? []
      : [{ ...memoryOf(row), score: hit.score / best, match: { keyword: hit.strength, semantic: null, words: hit.words } }];
  });
}
