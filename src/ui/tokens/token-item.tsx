import { scopes } from '../../v1/scopes.ts';
import type { Token } from '../../client/contract.ts';
import { Confirm } from '../components/confirm.tsx';
import { useLibrary } from '../library/context.ts';
import { formatsIn } from '../i18n/formats.ts';

const { list } = formatsIn('en');

/** A token: its scopes, expiry and last use. */
export function TokenItem({ token }: { token: Token }) {
  const { t, ago, tokens, collections, ownToken } = useLibrary();
  const { name, rateLimit, origin, createdAt, expiresAt, lastUsedAt } = token;
  const isOwn = ownToken.value === token.id;
  const collectionNames = token.collections?.map((id) => collections.byId(id)?.name ?? t('details.unknown'));

  return (
    <li class="item">
      <div class="item-words">
        <h3 class="item-name">
          <bdi>{name}</bdi> {isOwn && <span class="badge">{t('tokens.own')}</span>}
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
            ...(origin ? [t('tokens.onlyFrom', { origin })] : []),
          ].join(' · ')}
        </p>
      </div>
      <div class="item-ways">
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
