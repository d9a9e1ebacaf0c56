import type { KeywordIndex } from '../ports/keyword-index.ts';
import { isCertain } from './certainty.ts';
import { extraCandidates, type Criteria, type SearchResult } from './results.ts';
import { wordCoverageOf } from './word-coverage.ts';
import type { SearchCall } from './search-call.ts';

/** The caller's keyword index, ready to search. */
export async function keywordIndexOf({ parts, principal, prepare }: SearchCall): Promise<KeywordIndex> {
  const index = parts.keyword(principal.owner);
  await prepare(index);
  return index;
}

/** Finds by word alone: uses no model and reads no vector. */
export async function findByKeyword(call: SearchCall, text: string, criteria: Criteria): Promise<SearchResult> {
  const index = await keywordIndexOf(call);
  const found = await index.search({ text, ...criteria, limit: criteria.limit + extraCandidates });
  const best = found[0]?.score ?? 1;
  const coverage = wordCoverageOf(text);
  const hits = found.map(({ id, score, strength, words }) => {
    const strengths = { keyword: strength, semantic: null };
    return { id, score: score / best, match: { ...strengths, words, certain: isCertain(strengths, coverage(words)) } };
  });
  return { hits, mode: 'keyword', coverage: 0 };
}
