import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { scopes } from '../../v1/scopes.ts';
import type { Token } from '../../client/contract.ts';
import { Confirm } from '../components/confirm.tsx';
import { useLibrary } from '../library/context.ts';
import { formatsIn } from '../i18n/formats.ts';
import { TokenForm } from './token-form.tsx';

const { list } = formatsIn('en');

/** A token: its scopes, expiry and last use, and buttons to change, pause or revoke it or to create another secret. */
export function TokenItem({ token }: { token: Token }) {
  const { t, ago, tokens, collections, ownToken } = useLibrary();
  const { name, rateLimit, ownOnly, paused, createdAt, expiresAt, lastUsedAt } = token;
  const isOwn = ownToken.value === token.id;
  const collectionNames = token.collections?.map((id) => collections.byId(id)?.name ?? t('details.unknown'));

  const isEditing = useSignal(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing.value) editButton.current?.focus();
    wasEditing.current = isEditing.value;
  }, [isEditing.value]);
  if (isEditing.value) {
    return (
      <li class="item">
        <TokenForm token={token} close={() => (isEditing.value = false)} />
      </li>
    );
  }
  // A token that manages tokens can't be changed: the tokens that it created would keep their rights.
  const canChange = !token.scopes.includes('tokens:manage');

  return (
    <li class="item">
      <div class="item-words">
        <h3 class="item-name">
          <bdi>{name}</bdi> {isOwn && <span class="badge">{t('tokens.own')}</span>}
          {paused === true && <span class="badge">{t('tokens.paused')}</span>}
        </h3>
        <ul class="item-scopes">
          {token.scopes.map((scope) => (
            <li key={scope} title={scopes[scope]}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
        <p class="item-about">
          {[
            lastUsedAt === null ? t('tokens.neverUsed') : t('tokens.lastUsed', { when: ago(lastUsedAt) }),
            expiresAt === null
              ? t('tokens.endless')
              : t('tokens.until', { date: new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'medium' }) }),
            t('tokens.rate', { requests: rateLimit.requests, seconds: rateLimit.seconds }),
            t('tokens.createdAgo', { when: ago(createdAt) }),
            ...(collectionNames === undefined ? [] : [t('tokens.onlyIn', { collections: list(collectionNames) })]),
            ...(ownOnly === true ? [t('tokens.ownOnly')] : []),
          ].join(' · ')}
        </p>
      </div>
      <div class="item-ways">
        {canChange && (
          <>
            <button
              ref={editButton}
              type="button"
              class="button bare"
              aria-label={`${t('tokens.edit')}: ${name}`}
              onClick={() => (isEditing.value = true)}
            >
              {t('tokens.edit')}
            </button>
            <button
              type="button"
              class="button bare"
              aria-label={`${t(paused === true ? 'tokens.resume' : 'tokens.pause')}: ${name}`}
              onClick={() => void tokens.setPaused(token, paused !== true)}
            >
              {t(paused === true ? 'tokens.resume' : 'tokens.pause')}
            </button>
          </>
        )}
        <button
          type="button"
          class="button bare"
          aria-label={`${t('tokens.newSecret')}: ${name}`}
          onClick={() => void tokens.addSecret(token)}
        >
          {t('tokens.newSecret')}
        </button>
        <Confirm
          name={t('tokens.revoke')}
          about={name}
          warning={t(isOwn ? 'tokens.revokeOwnWarning' : 'tokens.revokeWarning', { name })}
          act={t('tokens.revokeAct')}
          run={() => tokens.revoke(token)}
        />
      </div>
    </li>
  );
}
