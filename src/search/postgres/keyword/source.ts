import type { QueryWord } from '../../../lib/text/query.ts';
import { isUnspaced } from '../../../lib/text/words.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { mostCorrections } from '../../keyword/term-expansion.ts';
import type { Source } from '../../keyword/source.ts';
import { plainKey } from '../words.ts';
import { heldIn, postingsOf } from './fetched-postings.ts';
import { SqlScan } from './scan.ts';
import { seenBy, type Seen } from './seen.ts';
import { wordsFor, wordsIn, wordsNear, type Word } from './vocabulary.ts';

/** All of an owner's memories that the asker may see, as far as these words are concerned: what `readingsOf` will ask for has been fetched. Undefined where there are none. */
export async function sourceOf(
  sql: Sql,
  owner: Owner,
  asked: QueryWord[],
  within: string[] | undefined,
): Promise<Source | undefined> {
  const seen = await seenBy(sql, owner, within);
  if (seen === undefined) return undefined;
  const visible = <Some extends Word>(words: Some[]) =>
    seen.numbers === undefined ? words : heldIn(sql, owner, words, seen.numbers);
  const words = await visible(await wordsFor(sql, owner, asked));
  const unknown = asked
    .filter((word) => !word.longerOnly && !words.some((held) => isReading(word, held)))
    .slice(0, mostCorrections);
  const [unspaced, spaced] = [
    unknown.filter(({ plain }) => isUnspaced(plain)),
    unknown.filter(({ plain }) => !isUnspaced(plain)),
  ].map((some) => some.map(({ plain }) => plain));
  if (unspaced!.length > 0) words.push(...(await visible(await wordsIn(sql, owner, unspaced!))));
  const near = spaced!.length === 0 ? new Map<string, never>() : await wordsNear(sql, owner, spaced!);
  for (const [plain, some] of near) near.set(plain, await visible(some));
  return querySource(sql, owner, seen, words, near);
}

/** Whether a word matches the query word without a correction. */
function isReading({ plain, term, partial }: QueryWord, held: Word): boolean {
  return (
    held.term === plainKey(term) ||
    (isUnspaced(plain) ? held.word.includes(plain) : partial && held.word.startsWith(plainKey(plain)))
  );
}

function querySource(
  sql: Sql,
  owner: Owner,
  seen: Seen,
  words: Word[],
  near: Map<string, (Word & { distance: number })[]>,
): Source {
  const terms = new Set(words.map(({ term }) => term));
  const { memories, totalLength } = seen;
  return {
    memories,
    totalLength,
    holds: (term) => terms.has(plainKey(term)),
    beginningWith: (plain) => words.filter(({ word, unspaced }) => !unspaced && word.startsWith(plainKey(plain))),
    speltNear: (plain) => near.get(plain) ?? [],
    unspacedWords: () => words.filter(({ unspaced }) => unspaced).map(({ word }) => word),
    scan: async (filters, averageLength, asked) =>
      new SqlScan({ sql, owner, seen, filters, averageLength, postings: await postingsOf(sql, owner, asked) }),
  };
}
