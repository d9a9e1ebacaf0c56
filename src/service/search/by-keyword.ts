import type { KeywordIndex } from '../ports/keyword-index.ts';
import { extraCandidates, type Criteria, type Hit, type SearchResult } from './results.ts';
import { certaintyOf } from './split-words.ts';
import { saysNothing, wordCoverageOf } from './word-coverage.ts';
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
  const hits = found.flatMap(({ id, score, strength, words }): Hit[] => {
    const covered = coverage(words);
    if (saysNothing(strength, covered)) return [];
    const strengths = { keyword: strength, semantic: null };
    const { certain, ...splits } = certaintyOf(strengths, covered);
    return [{ id, score: score / best, match: { ...strengths, words, certain }, ...splits }];
  });
  return { hits, mode: 'keyword', coverage: 0 };
}
