import { idMaker } from '../lib/ulid.ts';
import { newToken } from '../service/issue-token.ts';
import { localOwner } from '../service/ports/store.ts';
import { postgresStore } from '../store/postgres/index.ts';
import { addUser, UserRefused } from '../store/postgres/users.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';
import type { ServerParts } from './compose.ts';

/** The setting that holds the id of a token as long as it may have been told to nobody. */
const untold = 'untold-token';

/**
 * Where no user exists yet, adds the first with a token that may do everything, and tells its secret; answers whether it did.
 * A start that ended before it had told the token leaves that to the next one, which tells another: of the one before only a hash is kept. It stays, since its start may have ended just after it told it.
 */
export async function firstToken(
  { database, store, users }: ServerParts,
  now: number,
  tell: (secret: string) => void,
): Promise<boolean> {
  const isFirst = !(await users.any());
  const left = isFirst ? undefined : await store.read(localOwner, (reader) => reader.setting(untold));
  if (!isFirst && !left) return false;
  const grant = {
    name: 'first token',
    scopes: [...scopeNames],
    collections: null,
    origin: null,
    rateLimit: ownPagesRateLimit,
    expiresAt: null,
    ancestors: [],
  };
  const { row, secret } = newToken(grant, idMaker(), now);
  try {
    // All or nothing: whoever is killed in between would leave a user whom nobody can be.
    const isOurs = await database.transaction('write', async (sql) => {
      if (isFirst) await addUser(sql, localOwner, now);
      return postgresStore({ ...database, ...sql, transaction: (_kind, work) => work(sql) }).write(
        localOwner,
        async (writer) => {
          // Another process that starts now has told its token, or is about to.
          if ((await writer.setting(untold)) !== left) return false;
          await writer.putToken(row);
          await writer.putSetting(untold, row.id);
          return true;
        },
      );
    });
    if (!isOurs) return false;
  } catch (thrown) {
    // Another process that starts now was quicker, and tells the token.
    if (thrown instanceof UserRefused) return false;
    throw thrown;
  }
  let isTold = false;
  await store.write(localOwner, async (writer) => {
    // Another process that starts now tells its own instead.
    if ((await writer.setting(untold)) !== row.id) return;
    if (!isTold) tell(secret);
    isTold = true;
    await writer.putSetting(untold, '');
  });
  return isTold;
}
