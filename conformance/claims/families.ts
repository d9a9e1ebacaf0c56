import { errorCodeNames, errorCodes, type ErrorCode } from '../../src/v1/errors.ts';
import { extensionNames, operationNames, operations, type OperationName } from '../../src/v1/operations.ts';
import { scopeNames, scopes, type Scope } from '../../src/v1/scopes.ts';
import type { Claim } from './claim.ts';

type ExtensionName = (typeof extensionNames)[number];

export type FamilyClaim =
  | `operation.${OperationName}`
  | `error.${ErrorCode}`
  | `scope.${Scope}`
  | `extension.${ExtensionName}`;

/** Tests of error codes that a server returns only when something is broken or used up. */
const testsElsewhere: Partial<Record<ErrorCode, Claim['elsewhere']>> = {
  quota_exceeded: 'test/unit/service/plan.test.ts',
  internal: 'test/unit/service/failures.test.ts',
  storage_full: 'test/unit/service/failures.test.ts',
};

const ours = { from: 'ours' } as const;
const fromSource = (section: string) => ({ from: 'source', section }) as const;

function errorClaim(code: ErrorCode): Claim {
  const test = testsElsewhere[code];
  return {
    ...(code === 'rate_limited' ? fromSource('7') : ours),
    says: `${errorCodes[code].statuses.join(', ')} ${code}: ${errorCodes[code].meaning}.`,
    ...(test === undefined ? {} : { elsewhere: test }),
  };
}

/** Each operation, error code, scope and extension is a claim, so each needs a case or a test `elsewhere`. */
export const familyClaims = Object.fromEntries<Claim>([
  ...operationNames.map(
    (name) =>
      [
        `operation.${name}`,
        { ...(operations[name].ours ? ours : fromSource('4')), says: operations[name].summary },
      ] as const,
  ),
  ...errorCodeNames.map((code) => [`error.${code}`, errorClaim(code)] as const),
  ...scopeNames.map((scope) => [`scope.${scope}`, { from: 'ours', says: `${scopes[scope]}.` }] as const),
  ...extensionNames.map(
    (name) =>
      [`extension.${name}`, { from: 'ours', says: `Memory-Extensions names ${name} if it is offered.` }] as const,
  ),
]) as Record<FamilyClaim, Claim>;
