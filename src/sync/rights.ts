import type { SyncOp } from '../service/ports/sync.ts';
import type { Refused } from './failures.ts';
import { keepLink, type Round } from './parts.ts';

/** After this many forbidden creates, a round writes nothing more. At its end, one is enough to stop later rounds. */
const maxForbidden = 3;

/**
 * Whether a write was refused because of the token, not because of the memory. Our server names the scope that the
 * token lacks. Other servers may not name it. For them only a forbidden create counts, and only if the token has never written.
 */
export async function isTokenRefused(
  round: Round,
  { kind, patch }: SyncOp,
  { code, scope }: Refused,
): Promise<boolean> {
  if (scope === 'memories:write') {
    await keepLink(round, { mayWrite: false });
    return true;
  }
  // Perhaps the token may write, but not to this collection.
  const isCollection = typeof patch.collection === 'string';
  if (code !== 'forbidden' || kind !== 'create' || isCollection || round.link.mayWrite) return false;
  if (++round.forbidden === maxForbidden) await noteForbidden(round);
  return true;
}

/** Stops all writes of a token that has never written, if a create was forbidden in this round. */
export async function noteForbidden(round: Round): Promise<void> {
  if (round.forbidden > 0 && !round.link.mayWrite) await keepLink(round, { mayWrite: false });
}
