import { defaultRateLimit } from '../v1/limits.ts';
import type { OperationInput } from '../v1/schemas/operations.ts';
import type { RateLimit } from '../v1/schemas/token.ts';
import type { TokenRow } from './ports/rows.ts';
import type { Principal } from './principal.ts';
import { forbidden, invalid, scopeMissing } from './problem.ts';
import type { Vouched } from './vouched.ts';

type Grant = Pick<TokenRow, 'name' | 'scopes' | 'expiresAt' | 'rateLimit'>;

/** What a new token is to have: what the request says, else what the creator has. */
export function grantOf(body: OperationInput<'createToken'>['body'], principal: Principal): Grant {
  const { name, scopes, expiresAt = principal.expiresAt, rateLimit = lower(defaultRateLimit, principal.rateLimit) } = body;
  return { name, scopes, expiresAt, rateLimit };
}

/** No token may give more than it has, nor may a page's token manage tokens. @throws Problem `forbidden` */
export function requireOwnRights(grant: Grant, principal: Principal, vouched: Vouched, now: number): void {
  if (grant.expiresAt !== null && Date.parse(grant.expiresAt) <= now) throw invalid('expiresAt', 'must be in the future');
  const missing = grant.scopes.find((scope) => !principal.scopes.includes(scope));
  if (missing !== undefined) throw scopeMissing(missing);
  if (vouched.grantOrigin !== undefined && grant.scopes.includes('tokens:manage')) throw forbidden('A page is never given tokens:manage.');
  if (principal.expiresAt !== null && (grant.expiresAt === null || grant.expiresAt > principal.expiresAt)) {
    throw forbidden('A token may not outlive the one that creates it.');
  }
  if (perSecond(grant.rateLimit) > perSecond(principal.rateLimit)) throw forbidden('A token may not have a higher rate than the one that creates it.');
}

function lower(one: RateLimit, other: RateLimit): RateLimit {
  return perSecond(one) <= perSecond(other) ? one : other;
}

function perSecond({ requests, seconds }: RateLimit): number {
  return requests / seconds;
}
