import type { KeywordIndex } from '../ports/keyword-index.ts';
import { isCertain } from './certainty.ts';
import { beyond, type Found, type Wanted } from './found.ts';
import { wordCoverageOf } from './word-coverage.ts';
import type { SearchCall } from './search-call.ts';

/** The index of words, ready to be asked. */
export async function wordsOf({ parts, principal, prepare }: SearchCall): Promise<KeywordIndex> {
  const index = parts.keyword(principal.owner);
  await prepare(index);
  return index;
}

/** Finds by word alone; no model is asked, and no vector read. */
export async function findByKeyword(call: SearchCall, text: string, wanted: Wanted): Promise<Found> {
  const hits = await (await wordsOf(call)).search({ text, ...wanted, limit: wanted.limit + beyond });
  const best = hits[0]?.score ?? 1;
  const held = wordCoverageOf(text);
  const memories = hits.map(({ id, score, strength, words }) => {
    const strengths = { keyword: strength, semantic: null };
    return { id, score: score / best, match: { ...strengths, words, certain: isCertain(strengths, held(words)) } };
  });
  return { memories, mode: 'keyword', coverage: 0 };
}
