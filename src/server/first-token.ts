import { idMaker } from '../lib/ulid.ts';
import { newToken } from '../service/issue-token.ts';
import { localOwner } from '../service/ports/store.ts';
import { postgresStore } from '../store/postgres/index.ts';
import { addUser, UserNotAdded } from '../store/postgres/users.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';
import type { ServerParts } from './compose.ts';

/** The setting with the id of the first token, until its secret has been shown. */
const unshownSetting = 'untold-token';

/**
 * If there is no user yet, adds the first one, gives this user a token with all rights, and shows the token's secret.
 * Returns whether a secret was shown.
 * If the server stops before it records that the secret was shown, the next start shows the secret of another token,
 * since only a hash of the first secret is stored. The first token stays valid: the user may have seen its secret.
 */
export async function firstToken(
  { database, store, users }: ServerParts,
  now: number,
  show: (secret: string) => void,
): Promise<boolean> {
  const isFirst = !(await users.any());
  const pending = isFirst ? undefined : await store.read(localOwner, (reader) => reader.setting(unshownSetting));
  if (!isFirst && !pending) return false;
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
    // In one transaction: a server killed in between would leave a user without a token.
    const isSaved = await database.transaction('write', async (sql) => {
      if (isFirst) await addUser(sql, localOwner, now);
      return postgresStore({ ...database, ...sql, transaction: (_kind, work) => work(sql) }).write(
        localOwner,
        async (writer) => {
          // Another starting process has shown its token, or is about to.
          if ((await writer.setting(unshownSetting)) !== pending) return false;
          await writer.putToken(row);
          await writer.putSetting(unshownSetting, row.id);
          return true;
        },
      );
    });
    if (!isSaved) return false;
  } catch (thrown) {
    // Another starting process was first and shows its token.
    if (thrown instanceof UserNotAdded) return false;
    throw thrown;
  }
  let isShown = false;
  const showing = store.write(localOwner, async (writer) => {
    if ((await writer.setting(unshownSetting)) !== row.id) return;
    if (!isShown) show(secret);
    isShown = true;
    await writer.putSetting(unshownSetting, '');
  });
  await showing.catch((thrown: unknown) => {
    // After the secret was shown, a failed write does no harm: the next start only shows another token.
    if (!isShown) throw thrown;
  });
  return isShown;
}
