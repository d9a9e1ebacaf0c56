import { computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Collection, Token } from '../../client/contract.ts';
import { defaultRateLimit, limits } from '../../v1/limits.ts';
import { isPageScope, type PageScope } from '../../v1/scopes.ts';
import { asciiHostOf } from '../text/host-of.ts';
import type { Rights } from './host.ts';

/** How long access lasts, in days; null: until revoked. `same`: as long as now. */
export type Lifetime = number | null | 'same';

/** Requests a minute. */
export const rates = [60, 120, 600] as const;

const dayMs = 86_400_000;

/** Which memories: all, those in some collections, or those in a new collection. */
export type Reach = 'all' | 'some' | 'new';

/** What the right to change what others saved includes: together with the right to create collections, renaming and deleting them. */
export const othersWords = (scopes: readonly string[]) =>
  scopes.includes('collections:write') ? 'consent.othersAndCollections' : 'consent.others';

export type RightsDraft = ReturnType<typeof createRightsDraft>;

/** What a site may do, while the user chooses it. */
export function createRightsDraft(client: Client) {
  const collections = signal<Collection[]>([]);
  const scopes = signal<readonly PageScope[]>([]);
  const others = signal(false);
  const reach = signal<Reach>('all');
  const chosen = signal<readonly string[]>([]);
  const lifetime = signal<Lifetime>(30);
  const rate = signal<number>(defaultRateLimit.requests);

  const isComplete = computed(() => scopes.value.length > 0 && (reach.value !== 'some' || chosen.value.length > 0));

  /** Where a site saves for which the user wants a new collection. */
  async function ownCollection(origin: string): Promise<string> {
    const name = asciiHostOf(origin);
    const before = collections.value.find((one) => one.name === name);
    return (before ?? (await client.collections.create({ name }))).id;
  }

  async function reached(origin: string): Promise<string[] | null> {
    if (reach.value === 'all') return null;
    return reach.value === 'some' ? [...chosen.value] : [await ownCollection(origin)];
  }

  function end(grant: Token | undefined): string | null {
    const { value: days } = lifetime;
    if (days === 'same') return grant?.expiresAt ?? null;
    return days === null ? null : new Date(Date.now() + days * dayMs).toISOString();
  }

  return {
    collections,
    scopes,
    others,
    reach,
    chosen,
    lifetime,
    rate,
    isComplete,

    /** Without them, the user can't choose among them. */
    async loadCollections(): Promise<void> {
      collections.value = await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize })).catch(() => []);
    },

    /** Begins with what a site has. Its collections must be loaded. */
    preset(grant: Token): void {
      scopes.value = grant.scopes.filter(isPageScope);
      others.value = grant.scopes.includes('memories:write') && !grant.ownOnly;
      reach.value = grant.collections ? 'some' : 'all';
      const present = new Set(collections.value.map(({ id }) => id));
      chosen.value = grant.collections?.filter((id) => present.has(id)) ?? [];
      rate.value = Math.round((grant.rateLimit.requests * 60) / grant.rateLimit.seconds);
    },

    /** What was chosen for the site of `origin`, which has `grant`. */
    async rights(origin: string, grant?: Token): Promise<Rights> {
      return {
        scopes: [...scopes.value],
        collections: await reached(origin),
        expiresAt: end(grant),
        ownOnly: !others.value || !scopes.value.includes('memories:write'),
        rateLimit: { requests: rate.value, seconds: 60 },
      };
    },
  };
}
