import { defaultRateLimit, limits } from '../v1/limits.ts';
import type { OperationInput } from '../v1/schemas/operations.ts';
import { isPageScope } from '../v1/scopes.ts';
import type { RateLimit } from '../v1/schemas/token.ts';
import type { TokenRow } from './ports/rows.ts';
import { builtIn, type Principal } from './principal.ts';
import { forbidden, invalid, scopeMissing } from './problem.ts';

type Grant = Pick<TokenRow, 'name' | 'scopes' | 'expiresAt' | 'rateLimit' | 'ownOnly' | 'ancestors'>;

/**
 * The rights of a new token: those in the request. Defaults: the creator's expiry, and the default rate limit or, if
 * that is more than the creator's, the creator's.
 */
export function grantOf(body: OperationInput<'createToken'>['body'], principal: Principal): Grant {
  const {
    name,
    scopes,
    expiresAt = principal.expiresAt,
    rateLimit = fits(defaultRateLimit, principal) ? defaultRateLimit : principal.rateLimit,
    ownOnly = false,
  } = body;
  return { name, scopes, expiresAt, rateLimit, ownOnly, ancestors: ancestorsOf(principal) };
}

/** Ensures that a token has no more rights than its creator. `origin`: the page that it is bound to. @throws Problem `forbidden`, `invalid_request` */
export function requireOwnRights(grant: Grant, principal: Principal, origin: string | null): void {
  // Otherwise this token could create one with another token's name, and change the memories saved under that name.
  if (grant.ownOnly && grant.scopes.includes('tokens:manage'))
    throw invalid('ownOnly', "can't be combined with tokens:manage");
  const missing = grant.scopes.find((scope) => !principal.scopes.includes(scope));
  if (missing !== undefined) throw scopeMissing(missing);
  const unfit = origin === null ? undefined : grant.scopes.find((scope) => !isPageScope(scope));
  if (unfit !== undefined) throw forbidden(`A web page can't have ${unfit}.`);
  if (principal.expiresAt !== null && (grant.expiresAt === null || grant.expiresAt > principal.expiresAt)) {
    throw forbidden("A token can't outlive its creator.");
  }
  if (!fits(grant.rateLimit, principal))
    throw forbidden('A token may not have more requests, or a shorter window, than the one that creates it.');
  if (grant.ancestors.length > limits.tokenAncestors)
    throw forbidden(`Tokens can be nested only ${limits.tokenAncestors} deep. This one can't create another.`);
}

/** @throws Problem `invalid_request` for a time in the past */
export function requireFuture(expiresAt: string | null, now: number): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) throw invalid('expiresAt', 'must be in the future');
}

/** The ancestors of a token that this principal creates. Tokens from our own pages have none. */
function ancestorsOf({ id, rateLimit, ancestors }: Principal): Grant['ancestors'] {
  return id === builtIn.id ? [] : [{ id, rateLimit }, ...ancestors];
}

/** Whether the creator may give this rate. Our own pages, like the command line, may give any. */
function fits({ requests, seconds }: RateLimit, { id, rateLimit }: Principal): boolean {
  return id === builtIn.id || (requests <= rateLimit.requests && seconds >= rateLimit.seconds);
}
