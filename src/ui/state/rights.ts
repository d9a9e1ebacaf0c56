import { signal } from '@preact/signals';
import type { Transport } from '../../client/index.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { scopeNames, type Scope } from '../../v1/scopes.ts';

export type Rights = ReturnType<typeof createRights>;

/** The scopes that the token lacks, learned from refusals: only a token with `tokens:manage` can read its scopes. */
export function createRights() {
  const missing = signal<ReadonlySet<Scope>>(new Set());
  return {
    lacks: (scope: Scope): boolean => missing.value.has(scope),

    /** Call after a change of token. */
    forget(): void {
      missing.value = new Set();
    },

    /**
     * Learns, before the user has typed anything, whether the token may write. Sends requests without content, which
     * change nothing and don't count as transactions of the plan. The service checks the scope first: it responds with
     * 403 if the token lacks the scope, and otherwise with a validation error.
     * @param transport one that `watch` returned
     */
    async learn(transport: Transport): Promise<void> {
      const probes = [operations.createMemory, operations.createCollection].map(({ method, path }) =>
        transport({
          commonplace: 1,
          method,
          path: versionPrefix + path,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      );
      await Promise.allSettled(probes);
    },

    /** Wraps a transport and records refused scopes. */
    watch:
      (transport: Transport): Transport =>
      async (request, options) => {
        const answer = await transport(request, options);
        const scope = answer.status === 403 ? refusedScope(answer.body) : undefined;
        if (scope !== undefined && !missing.value.has(scope)) missing.value = new Set([...missing.value, scope]);
        return answer;
      },
  };
}

function refusedScope(body = ''): Scope | undefined {
  try {
    const scope = (JSON.parse(body) as Partial<ErrorAnswer>).error?.details?.find(
      ({ path }) => path === 'scope',
    )?.message;
    return scopeNames.find((name) => name === scope);
  } catch {
    return undefined;
  }
}
