import { operationNames, operations } from '../../src/v1/operations.ts';
import { scopeNames } from '../../src/v1/scopes.ts';
import type { Case } from '../case.ts';
import { equal, checkEveryRow } from '../expect.ts';
import { requests } from '../requests.ts';

/** Tries each operation with one token per scope, and with a token that has every scope except the needed one. */
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
          const { id, token } = await context.createToken({ scopes: [scope] });
          const session = context.session(token);
          const request = await requests[name](context, id);
          if (needed === null || scope === needed) {
            await session.expectSuccess(name, request);
          } else {
            const refusal = await session.expectRefusal(name, request, 'forbidden', 403);
            equal(refusal.details, [{ path: 'scope', message: needed }], 'details');
          }
        },
      );
      if (needed === null) return;
      const allOthers = await context.createToken({ scopes: scopeNames.filter((scope) => scope !== needed) });
      const request = await requests[name](context, allOthers.id);
      await context.session(allOthers.token).expectRefusal(name, request, 'forbidden', 403);
    },
  };
});
