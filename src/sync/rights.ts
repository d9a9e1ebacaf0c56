import type { SyncOp } from '../service/ports/sync.ts';
import type { Refused } from './failures.ts';
import { updateLink, type Round } from './parts.ts';

/**
 * With a token that has never written, a round stops writing at this many forbidden creates. If there are fewer, the
 * round goes on writing. If none of its writes succeeds, later rounds write nothing.
 */
const maxForbidden = 3;

/**
 * Whether a write was refused because of the token, not because of the memory. Our server names the scope that the
 * token lacks. If a server names none, only a forbidden create outside any collection counts, and only if the token has
 * never written.
 */
export async function isTokenRefused(
  round: Round,
  { kind, patch }: SyncOp,
  { code, scope }: Refused,
): Promise<boolean> {
  if (scope === 'memories:write') {
    await updateLink(round, { mayWrite: false });
    return true;
  }
  // Perhaps the token may write, but not to this collection.
  const isCollection = typeof patch.collection === 'string';
  if (code !== 'forbidden' || kind !== 'create' || isCollection || round.link.mayWrite) return false;
  if (++round.forbidden === maxForbidden) await noteForbidden(round);
  return true;
}

/**
 * Whether this device may send writes at all. If not, only reading shows what became of a write without an answer.
 */
export const maySend = ({ link }: Round): boolean => link.mode !== 'pull' && link.mayWrite !== false;

/** Stops all writes of a token that has never written, if a create was forbidden in this round. */
export async function noteForbidden(round: Round): Promise<void> {
  if (round.forbidden > 0 && !round.link.mayWrite) await updateLink(round, { mayWrite: false });
}
