import { sha256 } from '../lib/hash.ts';
import type { NewId } from '../lib/ulid.ts';
import { limits } from '../v1/limits.ts';
import { timeOf } from './call.ts';
import type { TokenRow } from './ports/rows.ts';
import { newSecret } from './principal.ts';

/** Returns a new token's row and its secret, which is stored nowhere. */
export function newToken(
  grant: Omit<TokenRow, 'id' | 'secretHash' | 'laterHashes' | 'createdAt' | 'ownOnly' | 'paused' | 'session'> &
    Partial<Pick<TokenRow, 'ownOnly' | 'session'>>,
  newId: NewId,
  now: number,
): { row: TokenRow; secret: string } {
  const id = newId('tok', now);
  const secret = newSecret(id);
  const row = {
    ownOnly: false,
    paused: false,
    session: false,
    ...grant,
    id,
    secretHash: sha256(secret),
    laterHashes: [],
    createdAt: timeOf(now),
  };
  return { row, secret };
}

/** Returns the row with a new secret added, and that secret. Drops the oldest secret if there are too many. */
export function withNewSecret(row: TokenRow): { row: TokenRow; secret: string } {
  const secret = newSecret(row.id);
  const hashes = [row.secretHash, ...row.laterHashes, sha256(secret)].slice(-limits.tokenSecrets);
  const [secretHash = '', ...laterHashes] = hashes;
  return { row: { ...row, secretHash, laterHashes }, secret };
}
