import { hasStopWord, type QueryWord } from '../../../lib/text/query.ts';
import { isUnspaced } from '../../../lib/text/words.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { stemOf } from '../../../lib/text/term.ts';
import { mostCorrections } from '../../keyword/term-expansion.ts';
import type { Source } from '../../keyword/source.ts';
import { plainKey } from '../words.ts';
import { occurringIn, postingsOf } from './fetched-postings.ts';
import { SqlScan } from './scan.ts';
import { visibleTo, type Visible } from './visible.ts';
import { wordsFor, correctionsByTerm, wordsNear, type Word } from './vocabulary.ts';

/** The source of the owner's memories that the caller may see; undefined if there are none. */
export async function sourceOf(
  sql: Sql,
  owner: Owner,
  queryWords: QueryWord[],
  within: string[] | undefined,
): Promise<Source | undefined> {
  const visible = await visibleTo(sql, owner, within);
  if (visible === undefined) return undefined;
  const onlyVisible = <W extends Word>(words: W[]) =>
    visible.mask === undefined ? words : occurringIn(sql, owner, words, visible.mask);
  const words = await onlyVisible(await wordsFor(sql, owner, queryWords));
  const unknown = queryWords
    .filter(
      (word) => !word.longerOnly && !hasOtherForm(word, words) && !words.some((candidate) => matches(word, candidate)),
    )
    .slice(0, mostCorrections)
    .map(({ plain }) => plain);
  if (unknown.length > 0) words.push(...(await onlyVisible(await correctionsByTerm(sql, owner, unknown))));
  const spaced = unknown.filter((plain) => !isUnspaced(plain));
  const near = spaced.length === 0 ? new Map<string, never>() : await wordsNear(sql, owner, spaced);
  for (const [plain, words] of near) near.set(plain, await onlyVisible(words));
  return querySource(sql, owner, visible, words, near);
}

function matches({ plain, term, partial }: QueryWord, word: Word): boolean {
  return (
    word.term === plainKey(term) ||
    (isUnspaced(plain) ? word.word.includes(plain) : partial && word.word.startsWith(plainKey(plain)))
  );
}

function hasOtherForm({ otherForms, splits }: QueryWord, words: Word[]): boolean {
  const terms = new Set(words.map(({ term }) => term));
  return (
    otherForms.some((form) => terms.has(plainKey(form))) ||
    splits.some((parts) => !hasStopWord(parts) && parts.every((part) => terms.has(plainKey(stemOf(part)))))
  );
}

function querySource(
  sql: Sql,
  owner: Owner,
  visible: Visible,
  words: Word[],
  near: Map<string, (Word & { distance: number })[]>,
): Source {
  const terms = new Set(words.map(({ term }) => term));
  const { memories, totalLength } = visible;
  return {
    memories,
    totalLength,
    hasTerm: (term) => terms.has(plainKey(term)),
    beginningWith: (plain) => words.filter(({ word, unspaced }) => !unspaced && word.startsWith(plainKey(plain))),
    speltNear: (plain) => near.get(plain) ?? [],
    unspacedWords: () => words.filter(({ unspaced }) => unspaced).map(({ word }) => word),
    scan: async (filters, averageLength, scanned) =>
      new SqlScan({
        sql,
        owner,
        visible,
        filters,
        averageLength,
        terms: scanned,
        postings: await postingsOf(sql, owner, scanned),
      }),
  };
}
