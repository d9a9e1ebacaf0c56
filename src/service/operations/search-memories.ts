import { keyOf } from '../../v1/keys.ts';
import type { SearchHit } from '../../v1/schemas/search.ts';
import type { Call, Operation } from '../call.ts';
import { memoryOf } from '../encode.ts';
import { find } from '../search/find.ts';
import type { FoundMemory, Wanted } from '../search/found.ts';
import { passageIn } from '../search/passage.ts';
import { narrowed, sees, withinOf } from '../visibility.ts';

export const searchMemories: Operation<'searchMemories'> = async (call) => {
  const { memories, mode, coverage } = await find(call, await wantedOf(call));
  return { body: { memories: await shown(call, memories), mode, coverage } };
};

async function wantedOf({ read, principal, input }: Call<'searchMemories'>): Promise<Wanted> {
  const { limit, filters: { collection, tags, source, createdAfter, createdBefore } = {} } = input.body;
  const collections = await read((reader) => narrowed(reader, principal, collection));
  return { filters: { collections, tagKeys: tags?.map(keyOf), source, createdAfter, createdBefore }, within: withinOf(principal), limit };
}

/** The memories as they stand in the store now, each with why it was found; one that is gone meanwhile is left out. */
async function shown({ read, principal }: Call<'searchMemories'>, found: FoundMemory[]): Promise<SearchHit[]> {
  const rows = await read((reader) => reader.memories(found.map(({ id }) => id)));
  const live = new Map(rows.filter((row) => row.deletedAt === null && sees(principal, row)).map((row) => [row.id, row]));
  return found.flatMap(({ id, score, match, nearest }) => {
    const row = live.get(id);
    return row === undefined ? [] : [{ ...memoryOf(row), score, match: { ...match, passage: passageIn(row.content, nearest) } }];
  });
}
