import type { Call } from '../call.ts';
import { ModelUnavailable } from '../ports/embedder.ts';
import { StoreUnavailable } from '../ports/failures.ts';
import { Problem } from '../problem.ts';
import { findAlike } from './alike.ts';
import { findByKeyword } from './by-keyword.ts';
import { findByMeaning, meantBy } from './by-meaning.ts';
import type { Found, Wanted } from './found.ts';
import { findByBoth } from './hybrid.ts';

/**
 * Finds memories in the mode that was asked for. Where meaning fails, a query is answered by word, and the answer's mode says so.
 * @throws Problem `unavailable` for `like` where meaning fails, which no word can stand in for
 */
export async function find(call: Call<'searchMemories'>, wanted: Wanted): Promise<Found> {
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
    if (query === undefined) throw unavailable(fault);
  }
  return findByKeyword(call, query!, wanted);
}

function unavailable(fault: unknown): Problem {
  return new Problem('unavailable', fault instanceof ModelUnavailable ? fault.message : 'Finding what is alike failed. Try again in a moment.');
}
