import { accessClaims } from './access.ts';
import { familyClaims } from './families.ts';
import type { Claim } from './claim.ts';
import { openClaims } from './open.ts';
import { operationClaims } from './operations.ts';
import { resourceClaims } from './resources.ts';
import { searchClaims } from './search.ts';
import { sourceClaims } from './source.ts';

export { whereIs, type Claim } from './claim.ts';

/** Every claim has a case in the catalogue, or the test in `elsewhere`. */
export const claims = {
  ...sourceClaims,
  ...openClaims,
  ...resourceClaims,
  ...operationClaims,
  ...searchClaims,
  ...accessClaims,
  ...familyClaims,
} as const;

export type ClaimName = keyof typeof claims;

export const claimNames = Object.keys(claims) as ClaimName[];

export function claimOf(name: ClaimName): Claim {
  return claims[name];
}
