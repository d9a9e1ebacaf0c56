import { idMaker } from '../lib/ulid.ts';
import { newToken } from '../service/issue-token.ts';
import { localOwner } from '../service/ports/store.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';
import type { House } from './compose.ts';
import { PlainFault } from './plain-fault.ts';

/** Where no user exists yet, adds the first with a token that may do everything; answers its secret, which is told this once. */
export async function firstToken({ store, users }: House, now: number): Promise<string | undefined> {
  if ((await users.all()).length > 0) return undefined;
  try {
    await users.add(localOwner, now);
  } catch (thrown) {
    // Another process that starts now was quicker, and says the token.
    if (thrown instanceof PlainFault) return undefined;
    throw thrown;
  }
  const grant = { name: 'first token', scopes: [...scopeNames], collections: null, origin: null, rateLimit: ownPagesRateLimit, expiresAt: null };
  const { row, secret } = await newToken(grant, idMaker(), now);
  await store.write(localOwner, (writer) => writer.putToken(row));
  return secret;
}
