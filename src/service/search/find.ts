import { ModelUnavailable } from '../ports/embedder.ts';
import { StoreUnavailable } from '../ports/failures.ts';
import { limits } from '../../v1/limits.ts';
import { Problem, rateLimited } from '../problem.ts';
import { findAlike } from './alike.ts';
import { findByKeyword } from './by-keyword.ts';
import { findByMeaning, meantBy } from './by-meaning.ts';
import { certainFirst } from './certainty.ts';
import type { Found, Wanted } from './found.ts';
import { findByBoth } from './hybrid.ts';
import { ModelBusy } from './model-turns.ts';
import type { SearchCall } from './search-call.ts';

/**
 * Finds memories in the mode that was asked for, what is certain first.
 * @throws Problem `unavailable` for `like` where meaning fails
 */
export async function find(call: SearchCall, wanted: Wanted): Promise<Found> {
  const found = await findInMode(call, wanted);
  return { ...found, memories: certainFirst(found.memories).slice(0, wanted.limit) };
}

/**
 * Where meaning fails, a query is answered by word, and the answer's mode says so.
 * @throws Problem `unavailable` for `like` where meaning fails, which no word can stand in for; `rate_limited` where too many texts wait for the model
 */
async function findInMode(call: SearchCall, wanted: Wanted): Promise<Found> {
  const { query, like, mode } = call.input.body;
  try {
    if (like !== undefined) return await findAlike(call, like, wanted);
    if (mode !== 'keyword') {
      const meant = await meantBy(call, query!);
      return mode === 'semantic' ? await findByMeaning(meant, wanted) : await findByBoth(call, query!, meant, wanted);
    }
  } catch (fault) {
    if (fault instanceof Problem || fault instanceof StoreUnavailable) throw fault;
    if (!(fault instanceof ModelUnavailable)) call.parts.report(fault);
    if (query === undefined) throw fault instanceof ModelBusy ? rateLimited(limits.waitingSeconds) : unavailable(fault);
  }
  return findByKeyword(call, query!, wanted);
}

function unavailable(fault: unknown): Problem {
  return new Problem(
    'unavailable',
    fault instanceof ModelUnavailable ? fault.message : 'Search by similarity failed. Try again in a moment.',
  );
}
