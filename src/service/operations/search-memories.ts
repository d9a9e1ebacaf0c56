import { nameKey } from '../../v1/keys.ts';
import type { SearchHit } from '../../v1/schemas/search.ts';
import type { Answer, Call, Operation } from '../call.ts';
import { memoryOf } from '../encode.ts';
import { find } from '../search/find.ts';
import type { Found, FoundMemory, Wanted } from '../search/found.ts';
import { passageIn } from '../search/passage.ts';
import { assumingCurrent } from '../search/search-call.ts';
import { narrowed, sees, withinOf } from '../visibility.ts';

export const searchMemories: Operation<'searchMemories'> = async (call) => {
  const wanted = await wantedOf(call);
  const { search, isAssumed, wasCurrent, again } = assumingCurrent(call);
  const found = await find(search, wanted);
  const { memories, lastSeq } = await read(call, found.memories, isAssumed());
  if (wasCurrent(lastSeq)) return answerOf(found, memories);
  const later = await find(again, wanted);
  return answerOf(later, (await read(call, later.memories, false)).memories);
};

async function wantedOf({ read, principal, input }: Call<'searchMemories'>): Promise<Wanted> {
  const { limit, filters: { collection, tags, source, createdAfter, createdBefore } = {} } = input.body;
  const collections =
    collection === undefined ? withinOf(principal) : await read((reader) => narrowed(reader, principal, collection));
  return {
    filters: { collections, tagKeys: tags?.map(nameKey), source, createdAfter, createdBefore },
    within: withinOf(principal),
    limit,
  };
}

/** The memories as they stand in the store now, each with why it was found; one that is gone meanwhile is left out. In the same view of the store, its last seq if wanted. */
async function read(
  call: Call<'searchMemories'>,
  found: FoundMemory[],
  wantsSeq: boolean,
): Promise<{ memories: SearchHit[]; lastSeq: number }> {
  const [rows, lastSeq] = await call.read((reader) =>
    Promise.all([reader.memories(found.map(({ id }) => id)), wantsSeq ? reader.lastSeq() : 0]),
  );
  const live = new Map(
    rows.filter((row) => row.deletedAt === null && sees(call.principal, row)).map((row) => [row.id, row]),
  );
  const memories = found.flatMap(({ id, score, match, nearest }) => {
    const row = live.get(id);
    return row === undefined
      ? []
      : [{ ...memoryOf(row), score, match: { ...match, passage: passageIn(row.content, nearest) } }];
  });
  return { memories, lastSeq };
}

function answerOf({ mode, coverage }: Found, memories: SearchHit[]): Answer<'searchMemories'> {
  return { body: { memories, mode, coverage } };
}
