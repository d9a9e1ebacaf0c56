import { defaultRateLimit, limits } from '../v1/limits.ts';
import type { OperationInput } from '../v1/schemas/operations.ts';
import { isPageScope } from '../v1/scopes.ts';
import type { RateLimit } from '../v1/schemas/token.ts';
import type { TokenRow } from './ports/rows.ts';
import type { Principal } from './principal.ts';
import { forbidden, invalid, scopeMissing } from './problem.ts';

type Grant = Pick<TokenRow, 'name' | 'scopes' | 'expiresAt' | 'rateLimit' | 'ownOnly' | 'ancestors'>;

/**
 * The rights of a new token: those in the request. Defaults: the creator's expiry (none for our own pages), and the
 * default rate limit or, if the creator may not give that, the creator's own.
 */
export function grantOf(body: OperationInput<'createToken'>['body'], principal: Principal): Grant {
  const {
    name,
    scopes,
    expiresAt = latestExpiry(principal),
    rateLimit = mayGiveRate(principal, defaultRateLimit) ? defaultRateLimit : principal.rateLimit,
    ownOnly = false,
  } = body;
  return { name, scopes, expiresAt, rateLimit, ownOnly, ancestors: ancestorsOf(principal) };
}

/**
 * Ensures that a token has no more rights than its creator. `origin`: the origin that the token is bound to.
 * @throws Problem `forbidden`, `invalid_request`
 */
export function requireOwnRights(grant: Grant, principal: Principal, origin: string | null): void {
  // A token limited to its own memories must not create tokens: it could create one with the name of a third token and
  // so change the memories saved under that name.
  if (grant.ownOnly && grant.scopes.includes('tokens:manage'))
    throw invalid('ownOnly', 'can’t be combined with tokens:manage');
  const missing = grant.scopes.find((scope) => !principal.scopes.includes(scope));
  if (missing !== undefined) throw scopeMissing(missing);
  const unfit = origin === null ? undefined : grant.scopes.find((scope) => !isPageScope(scope));
  if (unfit !== undefined) throw forbidden(`A web page can’t have ${unfit}.`);
  const end = latestExpiry(principal);
  if (end !== null && (grant.expiresAt === null || grant.expiresAt > end)) {
    throw forbidden('A token can’t outlive its creator.');
  }
  if (!mayGiveRate(principal, grant.rateLimit)) throw rateTooHigh();
  if (grant.ancestors.length > limits.tokenAncestors)
    throw forbidden(`Tokens can be nested only ${limits.tokenAncestors} deep. This one can’t create another.`);
}

/**
 * Ensures that a token's new rate is within the rate of the token that created it. Applies to our own pages too.
 * @throws Problem `forbidden`
 */
export function requireParentsRate({ ancestors: [parent] }: TokenRow, rateLimit: RateLimit): void {
  if (parent !== undefined && !isWithinRate(rateLimit, parent.rateLimit)) throw rateTooHigh();
}

/**
 * Ensures that a token is the caller's own or a descendant of it. Requests with any other token don't count in the
 * caller's rate windows, so a secret of such a token would let the caller exceed its own limit. Our own pages may give
 * a token any limit and are exempt.
 * @throws Problem `forbidden`
 */
export function requireOwnOrDescendant({ id, ancestors }: TokenRow, principal: Principal): void {
  if (principal.session || [id, ...ancestors.map((ancestor) => ancestor.id)].includes(principal.id)) return;
  throw forbidden('A token can add a secret only to itself and to tokens that were created with it.');
}

/** @throws Problem `invalid_request` for a time in the past */
export function requireFuture(expiresAt: string | null, now: number): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw invalid('expiresAt', 'must be in the future');
}

/** The latest time at which a token that this principal creates may expire; null: it needs no expiry. */
const latestExpiry = ({ expiresAt, session }: Principal): string | null => (session ? null : expiresAt);

/** Tokens from our own pages have no ancestors. */
function ancestorsOf({ id, rateLimit, ancestors, session }: Principal): Grant['ancestors'] {
  return session ? [] : [{ id, rateLimit }, ...ancestors];
}

/** Whether the creator may give this rate. Our own pages may give any. */
const mayGiveRate = ({ rateLimit, session }: Principal, given: RateLimit): boolean =>
  session || isWithinRate(given, rateLimit);

const isWithinRate = (rate: RateLimit, limit: RateLimit): boolean =>
  rate.requests <= limit.requests && rate.seconds >= limit.seconds;

const rateTooHigh = () =>
  forbidden('A token can’t have more requests, or a shorter window, than the token that created it.');
