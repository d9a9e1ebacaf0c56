import { ModelUnavailable } from '../ports/embedder.ts';
import { StoreUnavailable } from '../ports/failures.ts';
import { limits } from '../../v1/limits.ts';
import { Problem, rateLimited } from '../problem.ts';
import { findSimilar } from './similar.ts';
import { findByKeyword } from './by-keyword.ts';
import { embedQuery, findByMeaning } from './by-meaning.ts';
import { certainFirst } from './certainty.ts';
import type { Criteria, SearchResult } from './results.ts';
import { findByBoth } from './hybrid.ts';
import { ModelBusy } from './model-turns.ts';
import type { SearchCall } from './search-call.ts';

/**
 * Finds memories in the requested mode. Returns more than the limit if the texts of some hits must still be checked.
 * Hits that are likely matches (`match.certain`) come first. If the search by meaning fails, a query falls back to
 * keywords; the result's `mode` is then `keyword`.
 * @throws Problem `unavailable` if an index is far behind the store or the caller has gone. For `like`, which has no
 * fallback: also `unavailable` if the search by meaning fails, `rate_limited` if too many texts wait for the model, and
 * `not_found` for an unknown memory
 */
export async function find(call: SearchCall, criteria: Criteria): Promise<SearchResult> {
  const result = await findInMode(call, criteria);
  const hits = certainFirst(result.hits);
  const best = hits.slice(0, criteria.limit);
  return { ...result, hits: best.some(({ splits }) => splits) ? hits : best };
}

async function findInMode(call: SearchCall, criteria: Criteria): Promise<SearchResult> {
  const { query, like, mode } = call.input.body;
  try {
    if (like !== undefined) return await findSimilar(call, like, criteria);
    if (mode !== 'keyword') {
      const embedded = await embedQuery(call, query!);
      return mode === 'semantic'
        ? await findByMeaning(embedded, criteria)
        : await findByBoth(call, query!, embedded, criteria);
    }
  } catch (error) {
    if (error instanceof Problem || error instanceof StoreUnavailable) throw error;
    if (!(error instanceof ModelUnavailable)) call.parts.report(error);
    if (query === undefined) throw error instanceof ModelBusy ? rateLimited(limits.waitingSeconds) : unavailable(error);
  }
  return findByKeyword(call, query!, criteria);
}

function unavailable(error: unknown): Problem {
  return new Problem(
    'unavailable',
    error instanceof ModelUnavailable ? error.message : 'Search by similarity failed. Try again in a moment.',
  );
}
