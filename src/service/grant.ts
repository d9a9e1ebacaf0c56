import { defaultRateLimit, limits } from '../v1/limits.ts';
import type { OperationInput } from '../v1/schemas/operations.ts';
import type { RateLimit } from '../v1/schemas/token.ts';
import type { TokenRow } from './ports/rows.ts';
import { builtIn, type Principal } from './principal.ts';
import { forbidden, invalid, scopeMissing } from './problem.ts';
import type { Vouched } from './vouched.ts';

type Grant = Pick<TokenRow, 'name' | 'scopes' | 'expiresAt' | 'rateLimit' | 'ancestors'>;

/** What a new token gets: what the request says, else what the creator has. */
export function grantOf(body: OperationInput<'createToken'>['body'], principal: Principal): Grant {
  const {
    name,
    scopes,
    expiresAt = principal.expiresAt,
    rateLimit = fits(defaultRateLimit, principal) ? defaultRateLimit : principal.rateLimit,
  } = body;
  return { name, scopes, expiresAt, rateLimit, ancestors: lineOf(principal) };
}

/** No token may give more than it has, nor may a page's token manage tokens. @throws Problem `forbidden` */
export function requireOwnRights(grant: Grant, principal: Principal, vouched: Vouched, now: number): void {
  if (grant.expiresAt !== null && Date.parse(grant.expiresAt) <= now)
    throw invalid('expiresAt', 'must be in the future');
  const missing = grant.scopes.find((scope) => !principal.scopes.includes(scope));
  if (missing !== undefined) throw scopeMissing(missing);
  if (vouched.grantOrigin !== undefined && grant.scopes.includes('tokens:manage'))
    throw forbidden("A page can't have tokens:manage.");
  if (principal.expiresAt !== null && (grant.expiresAt === null || grant.expiresAt > principal.expiresAt)) {
    throw forbidden("A token can't outlive its creator.");
  }
  if (!fits(grant.rateLimit, principal))
    throw forbidden('A token may not have more requests, or a shorter window, than the one that creates it.');
  if (grant.ancestors.length > limits.tokenAncestors)
    throw forbidden(`A token that ${limits.tokenAncestors} others in a row led to may create none.`);
}

/** The tokens that one made by this principal descends from. What our own pages make descends from none. */
function lineOf({ id, rateLimit, ancestors }: Principal): Grant['ancestors'] {
  return id === builtIn.id ? [] : [{ id, rateLimit }, ...ancestors];
}

/** A person on one of our own pages may give any rate, as on the command line. */
function fits({ requests, seconds }: RateLimit, { id, rateLimit }: Principal): boolean {
  return id === builtIn.id || (requests <= rateLimit.requests && seconds >= rateLimit.seconds);
}
