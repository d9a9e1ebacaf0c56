import { computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Collection, Token } from '../../client/contract.ts';
import { defaultRateLimit, limits } from '../../v1/limits.ts';
import { isPageScope, type PageScope } from '../../v1/scopes.ts';
import { asciiHostOf } from '../text/host-of.ts';
import type { Rights } from './host.ts';

/** How long access lasts, in days; null: until revoked. `same`: keep the current end. */
export type Lifetime = number | null | 'same';

/** Requests a minute. */
export const rates = [60, 120, 600] as const;

const dayMs = 86_400_000;

/** Which memories a site may use: all, those in some collections, or those in a new collection. */
export type Reach = 'all' | 'some' | 'new';

/**
 * The text for the right to change memories that the site didn't save. A site that may also create collections may then
 * rename and delete any collection.
 */
export const changeAllText = (scopes: readonly string[]) =>
  scopes.includes('collections:write') ? 'consent.othersAndCollections' : 'consent.others';

export type RightsDraft = ReturnType<typeof createRightsDraft>;

/** The user's choice of what a site may do. */
export function createRightsDraft(client: Client) {
  const collections = signal<Collection[]>([]);
  const scopes = signal<readonly PageScope[]>([]);
  /** Whether the site may also change memories that it didn't save. */
  const mayChangeAll = signal(false);
  const reach = signal<Reach>('all');
  const chosen = signal<readonly string[]>([]);
  const lifetime = signal<Lifetime>(30);
  const rate = signal<number>(defaultRateLimit.requests);

  const isComplete = computed(() => scopes.value.length > 0 && (reach.value !== 'some' || chosen.value.length > 0));

  /** The id of the site's own collection, which is named after it. Creates the collection if there is none. */
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
    mayChangeAll,
    reach,
    chosen,
    lifetime,
    rate,
    isComplete,

    /** If this fails, the user can choose no collections. */
    async loadCollections(): Promise<void> {
      collections.value = await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize })).catch(() => []);
    },

    /** Starts from the access that a site has. Call `loadCollections` first. */
    preset(grant: Token): void {
      scopes.value = grant.scopes.filter(isPageScope);
      mayChangeAll.value = grant.scopes.includes('memories:write') && !grant.ownOnly;
      reach.value = grant.collections ? 'some' : 'all';
      const present = new Set(collections.value.map(({ id }) => id));
      chosen.value = grant.collections?.filter((id) => present.has(id)) ?? [];
      rate.value = Math.round((grant.rateLimit.requests * 60) / grant.rateLimit.seconds);
    },

    /** The rights chosen for the site at `origin`. `grant`: the site's current access. */
    async rights(origin: string, grant?: Token): Promise<Rights> {
      return {
        scopes: [...scopes.value],
        collections: await reached(origin),
        expiresAt: end(grant),
        ownOnly: !mayChangeAll.value || !scopes.value.includes('memories:write'),
        rateLimit: { requests: rate.value, seconds: 60 },
      };
    },
  };
}
