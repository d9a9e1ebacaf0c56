import type { Collection } from '../client/contract.ts';
import { ServiceError } from '../client/errors.ts';
import type { SyncCollection } from '../service/ports/sync.ts';
import { setAheadOfFeed } from './collections.ts';
import type { Failure, Refused } from './failures.ts';
import type { Round } from './parts.ts';
import { maxAttempts, send } from './send.ts';

/** The code of the refusal if another collection has the name. */
export const nameTaken = 'conflict';

/** Sends a request that names a collection. A 409 counts as a refusal: another collection has the name. */
export async function sendName(
  round: Round,
  request: () => Promise<Collection>,
): Promise<{ answer: Collection } | Failure> {
  await setAheadOfFeed(round, true);
  const result = await send(round, () =>
    request().then(
      (answer) => ({ answer }),
      (thrown: unknown): Refused => {
        if (!(thrown instanceof ServiceError && thrown.status === 409)) throw thrown;
        return { kind: 'refused', code: nameTaken, message: thrown.message, scope: undefined };
      },
    ),
  );
  return 'answer' in result ? result.answer : result;
}

/** Whether the user chose to sync this collection, or all memories. */
export const isSynced = ({ link }: Round, id: string): boolean => link.collections?.includes(id) ?? true;

/** Whether a change of this collection may be sent: the server hasn't refused one from this token. */
export const maySendName = ({ parts }: Round, { refused }: Pick<SyncCollection, 'refused'>): boolean =>
  refused?.token !== parts.token;

/**
 * The pair of collections to store after a request about it failed. The request counts as refused, unless the quota was
 * used up, or the request is in doubt and may be tried again. `name`: the collection's new name; empty for a deletion.
 */
export function afterFailure(round: Round, row: SyncCollection, { kind }: Failure, name: string): SyncCollection {
  const attempts = (row.attempts ?? 0) + 1;
  if (kind === 'quota') return row;
  if (kind === 'in doubt' && attempts < maxAttempts) return { ...row, attempts };
  const { attempts: _, ...rest } = row;
  return { ...rest, refused: { name, token: round.parts.token } };
}
