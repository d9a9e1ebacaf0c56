import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { CreatedToken, CreateToken, UpdateToken, Token } from '../../client/contract.ts';
import type { Translate } from '../i18n/translator.ts';
import { createLoaded } from './loaded.ts';
import type { Notices } from './notices.ts';
import { hasCode } from './sentence.ts';

interface TokensParts {
  client: Client;
  notices: Notices;
  t: Translate;
}

/** The API tokens and the user's actions on them. */
export function createTokens({ client, notices, t }: TokensParts) {
  // Leaves out the tokens of sites, which have their own section in the settings.
  const all = createLoaded(async () =>
    (await Array.fromAsync(client.tokens.list({ limit: limits.maxPageSize }))).filter(({ origin }) => !origin),
  );
  /** The token whose secret was just created, with the secret, until the user dismisses it. */
  const fresh = signal<CreatedToken>();

  return {
    ...all,
    fresh,

    /** @throws CommonplaceError */
    async create(wanted: CreateToken): Promise<void> {
      fresh.value = await client.tokens.create(wanted);
      await all.refresh();
    },

    /** @throws CommonplaceError */
    async change(token: Token, changes: UpdateToken): Promise<void> {
      if (Object.keys(changes).length > 0) await client.tokens.update(token.id, changes);
      notices.say(t('tokens.changed', { name: token.name }));
      await all.refresh();
    },

    /** Reports a failure as a notice. */
    async setPaused({ id }: Token, paused: boolean): Promise<void> {
      await client.tokens.update(id, { paused }).catch((failure: unknown) => notices.fail(failure));
      await all.refresh();
    },

    /**
     * Creates and shows another secret for a token. Reports a failure as a notice. The page's own token may do this
     * only for itself and for tokens created with it. Only the service can check that: v1 doesn't say who created a
     * token.
     */
    async addSecret({ id, name }: Token): Promise<void> {
      fresh.value = await client.tokens.createSecret(id).catch((failure: unknown) => {
        notices.fail(hasCode(failure, 'forbidden') ? t('tokens.secretRefused', { name }) : failure);
        return undefined;
      });
    },

    /** Revokes a token permanently. Reports a failure as a notice. */
    async revoke(token: Token): Promise<void> {
      try {
        await client.tokens.revoke(token.id);
      } catch (failure) {
        return notices.fail(failure);
      }
      if (fresh.value?.id === token.id) fresh.value = undefined;
      notices.say(t('tokens.revoked', { name: token.name }));
      await all.refresh();
    },
  };
}
