import { signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { CreatedToken, CreateToken, Token } from '../../client/contract.ts';
import type { Translate } from '../i18n/translator.ts';
import { createLoaded } from './loaded.ts';
import type { Notices } from './notices.ts';

interface TokensParts {
  client: Commonplace;
  notices: Notices;
  t: Translate;
}

/** The API tokens and the user's actions on them. */
export function createTokens({ client, notices, t }: TokensParts) {
  const all = createLoaded(() => Array.fromAsync(client.tokens.list({ limit: limits.maxPageSize })));
  /** The token just created, with its secret, until the user dismisses it. */
  const fresh = signal<CreatedToken>();

  return {
    ...all,
    fresh,

    /** @throws CommonplaceError */
    async create(wanted: CreateToken): Promise<void> {
      fresh.value = await client.tokens.create(wanted);
      await all.refresh();
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
