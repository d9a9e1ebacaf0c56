import { signal } from '@preact/signals';
import type { CreateToken } from '../../v1/schemas/token.ts';
import type { Scope } from '../../v1/scopes.ts';

/** Lifetimes in days; undefined: as long as the token that creates it. */
export const lifetimes = [undefined, 7, 30, 90, 365] as const;

const dayMs = 86_400_000;

/** The state of the form for a new token. */
export function createWantedToken() {
  const name = signal('');
  const scopes = signal<readonly Scope[]>(['memories:read']);
  /** Ids; undefined: all. */
  const collections = signal<readonly string[] | undefined>(undefined);
  const days = signal<number | undefined>(90);
  /** The rate limit; blank: that of the token that creates it, at most 120 in 60 seconds. */
  const requests = signal('');
  const seconds = signal('60');

  return {
    name,
    scopes,
    collections,
    days,
    requests,
    seconds,

    isReady: () => name.value.trim() !== '' && scopes.value.length > 0 && collections.value?.length !== 0,

    body(now = Date.now()): CreateToken {
      return {
        name: name.value.trim(),
        scopes: [...scopes.value],
        ...(collections.value !== undefined && { collections: [...collections.value] }),
        ...(days.value !== undefined && { expiresAt: new Date(now + days.value * dayMs).toISOString() }),
        ...(requests.value !== '' && {
          rateLimit: { requests: Number(requests.value), seconds: Number(seconds.value) },
        }),
      };
    },
  };
}
