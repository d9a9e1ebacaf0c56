import type { Call, Operation } from '../call.ts';
import { tokenOf } from '../encode.ts';
import { requireFuture, requireOwnRights, requireParentsRate } from '../grant.ts';
import type { StoreReader } from '../ports/store.ts';
import { forbidden } from '../problem.ts';
import { namedCollection, requireAllCollections, visibleToken } from '../visibility.ts';

/**
 * A caller can narrow or pause any token that it can revoke, except one with `tokens:manage`. A new expiry or rate must
 * be within the caller's own, unless the caller is one of our own pages. A new rate must also be within the rate of the
 * token's creator. To widen a token, the caller needs the added rights.
 */
export const updateToken: Operation<'updateToken'> = async (call) => {
  const { principal, now, input, parts } = call;
  const { scopes, expiresAt, rateLimit, ownOnly, paused } = input.body;
  const lastUsed = await parts.store.rates.lastUsed([input.params.id]);
  return call.write(async (writer) => {
    const row = await visibleToken(writer, principal, input.params.id);
    // The new limits wouldn't apply to the tokens that this token has created.
    if (row.scopes.includes('tokens:manage')) throw forbidden('A token with tokens:manage can’t be changed.');
    requireFuture(expiresAt ?? null, now);
    if (rateLimit !== undefined) requireParentsRate(row, rateLimit);
    const changed = {
      ...row,
      scopes: scopes ?? row.scopes,
      collections: await limitedTo(writer, call, row.collections),
      expiresAt: expiresAt === undefined ? row.expiresAt : expiresAt,
      rateLimit: rateLimit ?? row.rateLimit,
      ownOnly: ownOnly ?? row.ownOnly,
      paused: paused ?? row.paused,
    };
    const added = changed.scopes.filter((scope) => !row.scopes.includes(scope));
    const reachesOthers = row.ownOnly && !changed.ownOnly;
    requireOwnRights(
      {
        ...changed,
        scopes: reachesOthers ? [...added, 'memories:write'] : added,
        expiresAt: expiresAt === undefined ? principal.expiresAt : expiresAt,
        rateLimit: rateLimit ?? principal.rateLimit,
      },
      principal,
      row.origin,
    );
    await writer.putToken(changed);
    return { body: tokenOf(changed, lastUsed.get(row.id)) };
  });
};

async function limitedTo(
  reader: StoreReader,
  { principal, input }: Call<'updateToken'>,
  before: string[] | null,
): Promise<string[] | null> {
  const { collections } = input.body;
  if (collections === undefined) return before;
  if (collections === null) {
    requireAllCollections(principal, 'give access to all memories');
    return null;
  }
  const ids = new Set<string>();
  for (const reference of collections) ids.add((await namedCollection(reader, principal, reference)).id);
  return [...ids];
}
