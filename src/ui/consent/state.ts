import { computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { pageScopes } from '../../v1/scopes.ts';
import type { Translate } from '../i18n/translator.ts';
import { sentenceOf } from '../state/sentence.ts';
import type { AskingSite, ConsentHost } from './host.ts';
import { createRightsDraft } from './rights-draft.ts';

/** How long access can last, in days; null: until revoked. */
export const lifetimes = [1, 30, null] as const;

export interface ConsentParts {
  host: ConsentHost;
  client: Client;
  t: Translate;
}

export type ConsentState = ReturnType<typeof createConsentState>;

export function createConsentState({ host, client, t }: ConsentParts) {
  const site = signal<AskingSite>();
  const phase = signal<'loading' | 'asking' | 'busy' | 'gone'>('loading');
  const failure = signal<string>();
  const draft = createRightsDraft(client);
  const { scopes, reach, isComplete } = draft;
  const never = signal(false);
  let decided = false;

  /** The rights that the site asks for or already has; the user chooses from them. */
  const offered = computed(() => {
    const { request, grant } = site.value ?? {};
    return pageScopes.filter((scope) => request?.scopes.includes(scope) || grant?.scopes.includes(scope));
  });

  async function open(): Promise<void> {
    const [found] = await Promise.all([host.asking().catch(() => undefined), draft.loadCollections()]);
    if (found === undefined) {
      phase.value = 'gone';
      return;
    }
    site.value = found;
    preset(found);
    phase.value = 'asking';
  }

  /**
   * Starts from the access that the site has, and selects all offered rights. For a new site that doesn't ask to read
   * memories, preselects a collection of its own.
   */
  function preset({ grant }: AskingSite): void {
    if (grant !== undefined) draft.preset(grant);
    scopes.value = offered.value;
    if (grant === undefined && !scopes.value.includes('memories:read')) reach.value = 'new';
  }

  async function allow(): Promise<void> {
    if (phase.value !== 'asking' || !isComplete.value || site.value === undefined) return;
    const { origin } = site.value;
    phase.value = 'busy';
    failure.value = undefined;
    // First, because the browser asks the user only while it handles the click.
    const permitted = await host.permit().catch(() => false);
    if (!permitted) return fail(t('consent.refused'));
    try {
      decided = true;
      if (!(await host.allow(await draft.rights(origin)))) return fail(t('consent.gone'));
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

  /** Also called when the window is closed without a decision. */
  async function deny(): Promise<void> {
    if (decided || site.value === undefined) return;
    decided = true;
    await host.deny(never.value);
  }

  return { t, host, site, phase, failure, draft, never, offered, open, allow, deny };
}
