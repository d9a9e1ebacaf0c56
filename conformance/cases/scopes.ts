import { operationNames, operations } from '../../src/v1/operations.ts';
import { scopeNames } from '../../src/v1/scopes.ts';
import type { Case } from '../case.ts';
import { equal, checkEveryRow } from '../expect.ts';
import { requests } from '../requests.ts';

/** Tries each operation with tokens of one scope each, then with a token of all scopes but the one that it needs. */
export const scopeCases: Case[] = operationNames.map((name) => {
  const { scope: needed } = operations[name];
  return {
    name: `scopes: ${name} ${needed === null ? 'works with any token' : `needs ${needed} and no other scope`}`,
    covers: [
      'source.scoped',
      'token.scope-missing',
      `operation.${name}`,
      ...(needed === null ? [] : [`scope.${needed}` as const, 'error.forbidden' as const]),
    ],
    async run(context) {
      await checkEveryRow(
        scopeNames,
        (scope) => `with ${scope}`,
        async (scope) => {
          const session = await context.sessionWith({ scopes: [scope] });
          const request = await requests[name](context);
          if (needed === null || scope === needed) {
            await session.expectSuccess(name, request);
          } else {
            const refusal = await session.expectRefusal(name, request, 'forbidden', 403);
            equal(refusal.details, [{ path: 'scope', message: needed }], 'details');
          }
        },
      );
      if (needed === null) return;
      const allOthers = await context.sessionWith({ scopes: scopeNames.filter((scope) => scope !== needed) });
      await allOthers.expectRefusal(name, await requests[name](context), 'forbidden', 403);
    },
  };
});
