import { constantTimeEqual, hex, sha256 } from '../lib/hash.ts';
import { ownPagesRateLimit } from '../v1/limits.ts';
import { scopeNames } from '../v1/scopes.ts';
import { canonicalJson } from '../lib/json.ts';
import type { TokenRow } from './ports/rows.ts';
import type { OwnedToken, Store, StoreReader } from './ports/store.ts';
import { Problem, tokenPaused, unauthorized } from './problem.ts';
import { localOwner, type Vouched } from './vouched.ts';

/** The authenticated caller: a token and its owner. */
export type Principal = Omit<OwnedToken, 'secretHash' | 'laterHashes' | 'createdAt'>;

/**
 * The principal of requests from the extension itself: its pages, menus and address-bar search. It isn't a stored
 * token, so it can't be listed, exported or revoked.
 */
export const builtIn: Principal = {
  id: 'builtin',
  name: 'Commonplace',
  owner: localOwner,
  scopes: [...scopeNames],
  collections: null,
  origin: null,
  rateLimit: ownPagesRateLimit,
  expiresAt: null,
  ownOnly: false,
  paused: false,
  session: true,
  ancestors: [],
};

export const isOwnPage = ({ id }: Principal): boolean => id === builtIn.id;

const secretForm = /^cpk_([0-9a-z]{26})_([0-9a-f]{64})$/;

/** A new secret for a token: `cpk_<id>_<256 random bits in hex>`. */
export function newSecret(tokenId: string): string {
  return `cpk_${tokenId.replace(/^tok_/, '')}_${hex(crypto.getRandomValues(new Uint8Array(32)))}`;
}

/** The secret in an `Authorization` header; empty if there is none. */
export function bearerOf(authorization: string): string {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/**
 * Returns the principal of a request, from its `Authorization` header and what the host knows about its sender.
 * @throws Problem `unauthorized`; an unknown token and a wrong secret take equally long
 */
export async function authenticate(
  store: Store,
  authorization: string | undefined,
  vouched: Vouched,
  now: number,
): Promise<Principal> {
  if (authorization === undefined) {
    if (vouched.source === undefined) throw unauthorized();
    return builtIn;
  }
  const secret = bearerOf(authorization);
  const id = `tok_${secretForm.exec(secret)?.[1] ?? ''}`;
  const row = await store.findToken(id);
  const hash = sha256(secret);
  // A token can have several secrets, one hash each.
  const hashes = [row?.secretHash ?? '0'.repeat(64), ...(row?.laterHashes ?? [])];
  const isRight = hashes.map((stored) => constantTimeEqual(hash, stored)).includes(true);
  if (row === undefined || !isRight || isExpired(row, now)) throw unauthorized();
  if (row.origin !== (vouched.origin ?? null)) throw unauthorized();
  const { secretHash: _, laterHashes: __, createdAt: ___, ...principal } = row;
  return principal;
}

/**
 * Ensures within a write that the principal's token still has the rights with which the request began. Its owner may
 * have revoked, paused or narrowed it while the body of the request arrived.
 * @throws Problem `unauthorized`, `forbidden`, `unavailable` (the caller should send the request again)
 */
export async function requireUnchanged(reader: StoreReader, principal: Principal, now: number): Promise<void> {
  if (isOwnPage(principal)) return;
  const row = await reader.token(principal.id);
  if (row === undefined || isExpired(row, now)) throw unauthorized();
  if (row.paused) throw tokenPaused();
  const rightsOf = ({ scopes, collections, ownOnly, rateLimit, expiresAt }: Principal | TokenRow) =>
    canonicalJson([scopes, collections, ownOnly, rateLimit, expiresAt]);
  if (rightsOf(row) !== rightsOf(principal))
    throw new Problem('unavailable', 'The token was changed while the request arrived. Send the request again.', {
      retryAfter: 1,
    });
}

function isExpired(row: Pick<TokenRow, 'expiresAt'>, now: number): boolean {
  return row.expiresAt !== null && Date.parse(row.expiresAt) <= now;
}
