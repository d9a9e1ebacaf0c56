import { sha256 } from '../lib/hash.ts';
import type { NewId } from '../lib/ulid.ts';
import { timeOf } from './call.ts';
import type { TokenRow } from './ports/rows.ts';
import { newSecret } from './principal.ts';

/** A new token as it is to be kept, and its secret, which is kept nowhere. */
export function newToken(
  grant: Omit<TokenRow, 'id' | 'secretHash' | 'createdAt'>,
  newId: NewId,
  now: number,
): { row: TokenRow; secret: string } {
  const id = newId('tok', now);
  const secret = newSecret(id);
  return { row: { ...grant, id, secretHash: sha256(secret), createdAt: timeOf(now) }, secret };
}
