import { signal } from '@preact/signals';
import type { Transport } from '../../client/index.ts';
import type { ErrorAnswer } from '../../v1/schemas/error.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { scopeNames, type Scope } from '../../v1/scopes.ts';

export type Rights = ReturnType<typeof createRights>;

/** What the service has refused for want of a scope: it tells no token what it may do, so that is learnt from its answers. */
export function createRights() {
  const missing = signal<ReadonlySet<Scope>>(new Set());
  return {
    lacks: (scope: Scope): boolean => missing.value.has(scope),

    /** Another token: nothing is known of it. */
    forget(): void {
      missing.value = new Set();
    },

    /**
     * Learns whether the token may write, before a person has written anything in vain: the scope is looked at before the shape,
     * so a request without content is refused in either case, changes nothing and costs no transaction. `transport`: a watched one.
     */
    async learn(transport: Transport): Promise<void> {
      const asked = [operations.createMemory, operations.createCollection].map(({ method, path }) =>
        transport({
          commonplace: 1,
          method,
          path: versionPrefix + path,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      );
      await Promise.allSettled(asked);
    },

    /** A transport that takes note of what is refused. */
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
    const named = (JSON.parse(body) as Partial<ErrorAnswer>).error?.details?.find(
      ({ path }) => path === 'scope',
    )?.message;
    return scopeNames.find((scope) => scope === named);
  } catch {
    return undefined;
  }
}
