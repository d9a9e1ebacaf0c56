import { signal } from '@preact/signals';
import type { Token } from '../../client/contract.ts';
import type { CreateToken, UpdateToken } from '../../v1/schemas/token.ts';
import type { Scope } from '../../v1/scopes.ts';

/**
 * How long a token lasts, in days. Undefined: as long as the token that creates it. `same`: keep the current end.
 * `never`: no expiry.
 */
export type Lifetime = number | undefined | 'same' | 'never';

export const lifetimes = {
  create: [undefined, 7, 30, 90, 365],
  edit: ['same', 7, 30, 90, 365, 'never'],
} as const satisfies Record<string, readonly Lifetime[]>;

const dayMs = 86_400_000;

/** The state of the form for a new token, or for changing `token`. */
export function createTokenDraft(token?: Token) {
  const name = signal(token?.name ?? '');
  const scopes = signal<readonly Scope[]>(token?.scopes ?? ['memories:read']);
  /** Ids of collections; undefined: all. */
  const collections = signal<readonly string[] | undefined>(token?.collections ?? undefined);
  const lifetime = signal<Lifetime>(token ? 'same' : 90);
  /**
   * The rate limit: `requests` in `seconds`. If `requests` is blank, a changed token keeps its limit. A new token gets
   * the service's default, or the creating token's limit if that is lower.
   */
  const requests = signal(String(token?.rateLimit.requests ?? ''));
  const seconds = signal(String(token?.rateLimit.seconds ?? 60));
  const ownOnly = signal(token?.ownOnly === true);

  /** Only a token that may save memories and may not manage tokens can be limited to memories that it saved. */
  const isOwnOnly = () =>
    ownOnly.value && scopes.value.includes('memories:write') && !scopes.value.includes('tokens:manage');
  const rateLimit = () =>
    requests.value === '' ? {} : { rateLimit: { requests: Number(requests.value), seconds: Number(seconds.value) } };
  const endIn = (days: number, now: number) => new Date(now + days * dayMs).toISOString();

  return {
    name,
    scopes,
    collections,
    lifetime,
    requests,
    seconds,
    ownOnly,

    isReady: () => name.value.trim() !== '' && scopes.value.length > 0 && collections.value?.length !== 0,

    body(now = Date.now()): CreateToken {
      const { value: days } = lifetime;
      return {
        name: name.value.trim(),
        scopes: [...scopes.value],
        ...(collections.value !== undefined && { collections: [...collections.value] }),
        ...(typeof days === 'number' && { expiresAt: endIn(days, now) }),
        ...rateLimit(),
        ...(isOwnOnly() && { ownOnly: true }),
      };
    },

    /** Only the fields that differ from `token`: the page's own token may lack the right to grant the others. */
    changes(now = Date.now()): UpdateToken {
      const { value: days } = lifetime;
      const all: UpdateToken = {
        scopes: [...scopes.value],
        collections: collections.value === undefined ? null : [...collections.value],
        ...(days !== 'same' && { expiresAt: typeof days === 'number' ? endIn(days, now) : null }),
        ...rateLimit(),
        // A server without this option doesn't return the field.
        ...(isOwnOnly() !== (token?.ownOnly === true) && { ownOnly: isOwnOnly() }),
      };
      const before: Partial<Record<string, unknown>> = { ...token };
      const isChanged = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[key]);
      return Object.fromEntries(Object.entries(all).filter(isChanged));
    },
  };
}
