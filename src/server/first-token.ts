import { idMaker } from '../lib/ulid.ts';
import { newToken } from '../service/issue-token.ts';
import { localOwner } from '../service/ports/store.ts';
import { postgresStore } from '../store/postgres/index.ts';
import { addUser, UserRefused } from '../store/postgres/users.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';
import type { House } from './compose.ts';

/** Where no user exists yet, adds the first with a token that may do everything; answers its secret, which is told this once. */
export async function firstToken({ database, users }: House, now: number): Promise<string | undefined> {
  if ((await users.all()).length > 0) return undefined;
  const grant = { name: 'first token', scopes: [...scopeNames], collections: null, origin: null, rateLimit: ownPagesRateLimit, expiresAt: null };
  const { row, secret } = newToken(grant, idMaker(), now);
  try {
    // Both or neither: whoever is killed between them would leave a user whom nobody can be.
    await database.transaction('write', async (sql) => {
      await addUser(sql, localOwner, now);
      await postgresStore({ ...database, ...sql, transaction: (_kind, work) => work(sql) }).write(localOwner, (writer) => writer.putToken(row));
    });
  } catch (thrown) {
    // Another process that starts now was quicker, and says the token.
    if (thrown instanceof UserRefused) return undefined;
    throw thrown;
  }
  return secret;
}
