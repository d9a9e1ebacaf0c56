import { computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Collection, Token } from '../../client/contract.ts';
import { defaultRateLimit, limits } from '../../v1/limits.ts';
import { isPageScope, type PageScope } from '../../v1/scopes.ts';
import { asciiHostOf } from '../text/host-of.ts';
import type { SiteRights } from './host.ts';

/** How long access lasts, in days; null: until revoked. `same`: keep the current end. */
export type Lifetime = number | null | 'same';

/** Requests a minute. */
export const rates = [60, 120, 600] as const;

const dayMs = 86_400_000;

/** Which memories a site may use: all, those in some collections, or (`new`) those in the site's own collection. */
export type Reach = 'all' | 'some' | 'new';

/**
 * The text key for the right to change memories that the site didn't save. A site that has this right and may create
 * collections may also rename and delete any collection.
 */
export const changeAllKey = (scopes: readonly string[]) =>
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

  /** The id of the site's own collection, which is named after the site. Creates the collection if there is none. */
  async function ownCollection(origin: string): Promise<string> {
    const name = asciiHostOf(origin);
    const existing = collections.value.find((one) => one.name === name);
    return (existing ?? (await client.collections.create({ name }))).id;
  }

  /** The ids of the collections that the site may use; null: all memories. */
  async function reachedCollections(origin: string): Promise<string[] | null> {
    if (reach.value === 'all') return null;
    return reach.value === 'some' ? [...chosen.value] : [await ownCollection(origin)];
  }

  /** When the access ends, ISO 8601; null: never. */
  function expiryFor(grant: Token | undefined): string | null {
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

    /** Loads the collections to choose from; after a failure there are none. */
    async loadCollections(): Promise<void> {
      collections.value = await Array.fromAsync(client.collections.list({ limit: limits.maxPageSize })).catch(() => []);
    },

    /** Starts from the access that a site has, except for the time when it ends. Call `loadCollections` first. */
    preset(grant: Token): void {
      scopes.value = grant.scopes.filter(isPageScope);
      mayChangeAll.value = grant.scopes.includes('memories:write') && !grant.ownOnly;
      reach.value = grant.collections ? 'some' : 'all';
      const present = new Set(collections.value.map(({ id }) => id));
      chosen.value = grant.collections?.filter((id) => present.has(id)) ?? [];
      rate.value = Math.round((grant.rateLimit.requests * 60) / grant.rateLimit.seconds);
    },

    /** The rights chosen for the site at `origin`. `grant`: the site's current access. */
    async rights(origin: string, grant?: Token): Promise<SiteRights> {
      return {
        scopes: [...scopes.value],
        collections: await reachedCollections(origin),
        expiresAt: expiryFor(grant),
        ownOnly: !mayChangeAll.value || !scopes.value.includes('memories:write'),
        rateLimit: { requests: rate.value, seconds: 60 },
      };
    },
  };
}
