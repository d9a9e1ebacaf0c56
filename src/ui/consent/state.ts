import { computed, signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Collection } from '../../v1/schemas/collection.ts';
import { defaultRateLimit } from '../../v1/limits.ts';
import { pageScopes, type PageScope } from '../../v1/scopes.ts';
import type { Translate } from '../i18n/translator.ts';
import { sentenceOf } from '../state/sentence.ts';
import { asciiHostOf } from '../text/host-of.ts';
import type { AskingSite, ConsentHost, Rights } from './host.ts';

/** How long access lasts, in days; null: until revoked. */
export const lifetimes = [1, 30, null] as const;

/** Requests a minute. */
export const rates = [60, 120, 600] as const;

const dayMs = 86_400_000;

/** Which memories: all, those in some collections, or those in a new collection. */
export type Reach = 'all' | 'some' | 'new';

export interface ConsentParts {
  host: ConsentHost;
  client: Commonplace;
  t: Translate;
}

export type ConsentState = ReturnType<typeof createConsentState>;

export function createConsentState({ host, client, t }: ConsentParts) {
  const site = signal<AskingSite>();
  const phase = signal<'loading' | 'asking' | 'busy' | 'gone'>('loading');
  const failure = signal<string>();
  const collections = signal<Collection[]>([]);
  const scopes = signal<readonly PageScope[]>([]);
  const others = signal(false);
  const reach = signal<Reach>('all');
  const chosen = signal<readonly string[]>([]);
  const days = signal<number | null>(30);
  const rate = signal<number>(defaultRateLimit.requests);
  const never = signal(false);
  let decided = false;

  const asked = computed(() => {
    const { request, grant } = site.value ?? {};
    return pageScopes.filter((scope) => request?.scopes.includes(scope) || grant?.scopes.includes(scope));
  });

  const isComplete = computed(() => scopes.value.length > 0 && (reach.value !== 'some' || chosen.value.length > 0));

  async function open(): Promise<void> {
    const [found, all] = await Promise.all([
      host.asking().catch(() => undefined),
      Array.fromAsync(client.collections.list({ limit: 100 })).catch(() => []),
    ]);
    if (found === undefined) {
      phase.value = 'gone';
      return;
    }
    site.value = found;
    collections.value = all;
    scopes.value = asked.value;
    preset(found);
    phase.value = 'asking';
  }

  /** What the site has stays; a site that only writes gets a collection of its own. */
  function preset({ grant }: AskingSite): void {
    if (grant === undefined) {
      if (!scopes.value.includes('memories:read')) reach.value = 'new';
      return;
    }
    others.value = grant.scopes.includes('memories:write') && !grant.ownOnly;
    reach.value = grant.collections === null ? 'all' : 'some';
    chosen.value = grant.collections ?? [];
    rate.value = Math.round((grant.rateLimit.requests * 60) / grant.rateLimit.seconds);
  }

  async function rights(): Promise<Rights> {
    return {
      scopes: [...scopes.value],
      collections: await reachedCollections(),
      expiresAt: days.value === null ? null : new Date(Date.now() + days.value * dayMs).toISOString(),
      ownOnly: !others.value,
      rateLimit: { requests: rate.value, seconds: 60 },
    };
  }

  async function reachedCollections(): Promise<string[] | null> {
    if (reach.value === 'all') return null;
    if (reach.value === 'some') return [...chosen.value];
    const name = asciiHostOf(site.value?.origin ?? '');
    const before = collections.value.find((one) => one.name === name);
    return [(before ?? (await client.collections.create({ name }))).id];
  }

  async function allow(): Promise<void> {
    if (phase.value !== 'asking' || !isComplete.value) return;
    phase.value = 'busy';
    failure.value = undefined;
    // First of all: the browser asks only within the click.
    const permitted = await host.permit().catch(() => false);
    if (!permitted) return fail(t('consent.refused'));
    try {
      decided = true;
      if (!(await host.allow(await rights()))) return fail(t('consent.gone'));
      host.close();
    } catch (cause) {
      fail(sentenceOf(cause, t));
    }
  }

  function fail(sentence: string): void {
    decided = false;
    failure.value = sentence;
    phase.value = 'asking';
  }

  /** Also when the window is closed without a decision. */
  async function deny(): Promise<void> {
    if (decided || site.value === undefined) return;
    decided = true;
    await host.deny(never.value);
  }

  return {
    t,
    host,
    site,
    phase,
    failure,
    collections,
    scopes,
    others,
    reach,
    chosen,
    days,
    rate,
    never,
    asked,
    isComplete,
    open,
    allow,
    deny,
  };
}
