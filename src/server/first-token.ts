import { idMaker } from '../lib/ulid.ts';
import { newToken } from '../service/issue-token.ts';
import { localOwner, type Store } from '../service/ports/store.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';

/** Where nobody has a token yet, makes one for the first user with all that a token can be; answers its secret, which is told this once. */
export async function firstToken(store: Store, now: number): Promise<string | undefined> {
  const grant = { name: 'first token', scopes: [...scopeNames], collections: null, origin: null, rateLimit: ownPagesRateLimit, expiresAt: null };
  const { row, secret } = await newToken(grant, idMaker(), now);
  return store.write(localOwner, async (writer) => {
    if ((await writer.listTokens({ limit: 1 })).length > 0) return undefined;
    await writer.putToken(row);
    return secret;
  });
}
