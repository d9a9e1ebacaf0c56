import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { defaultSiteLimits } from '../../client/page-log.ts';
import { isPageScope } from '../../v1/scopes.ts';
import { changeAllKey } from '../consent/rights-draft.ts';
import { hostOf } from '../text/host-of.ts';
import { useSettings } from './context.ts';
import { SiteForm } from './site-form.tsx';
import { SiteKnows } from './site-knows.tsx';
import type { Site } from './sites.ts';

/** A site with access: its rights, the memories that it received, and buttons to change, pause or end its access. */
export function SiteCard({ site }: { site: Site }) {
  const { t, sites } = useSettings();
  const isEditing = useSignal(false);
  const wasEditing = useRef(false);
  const editButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing.value) editButton.current?.focus();
    wasEditing.current = isEditing.value;
  }, [isEditing.value]);
  const { id, origin, paused, hasExpired } = site;
  const log = sites.logs.value.get(origin);
  const name = <span class="unseen">{hostOf(origin)}</span>;

  const buttons = (
    <>
      <button ref={editButton} type="button" class="button" onClick={() => (isEditing.value = true)}>
        {t('sites.edit')} {name}
      </button>
      <button type="button" class="button" onClick={() => void sites.togglePaused(site)}>
        {t(paused === true ? 'sites.resume' : 'sites.pause')} {name}
      </button>
      <button type="button" class="button" onClick={() => void sites.revoke(site)}>
        {t('sites.revoke')} {name}
      </button>
    </>
  );

  return (
    <li class="model" aria-labelledby={`${id}-name`}>
      <div class="model-head">
        <h3 id={`${id}-name`}>
          <bdi>{hostOf(origin)}</bdi>
        </h3>
        {paused === true && <span class="model-badge">{t('sites.paused')}</span>}
        {hasExpired && <span class="model-badge">{t('sites.expired')}</span>}
      </div>
      {paused === true && log?.exceededLimit !== undefined && (
        <p class="model-now">{t(`sitesStopped.${log.exceededLimit}`, { count: log.limits[log.exceededLimit] })}</p>
      )}
      {isEditing.value ? (
        <SiteForm site={site} limits={log?.limits ?? defaultSiteLimits} close={() => (isEditing.value = false)} />
      ) : (
        <>
          <Rights site={site} />
          <Bounds site={site} />
          {log === undefined ? (
            <>
              <p>{t('sites.nothingYet')}</p>
              <div class="model-ways">{buttons}</div>
            </>
          ) : (
            <SiteKnows log={log} grantedAt={site.createdAt}>
              {buttons}
            </SiteKnows>
          )}
        </>
      )}
    </li>
  );
}

function Bounds({ site: { lastUsedAt, expiresAt, rateLimit } }: { site: Site }) {
  const { t, formats, ago } = useSettings();
  return (
    <p>
      {lastUsedAt === null ? t('sites.neverUsed') : t('sites.lastUsed', { when: ago(lastUsedAt) })}
      {' · '}
      {expiresAt === null ? t('sites.endless') : t('sites.until', { date: formats.time(expiresAt) })}
      {' · '}
      {t('tokens.rate', { ...rateLimit })}
    </p>
  );
}

function Rights({ site: { scopes, ownOnly, collections } }: { site: Site }) {
  const { t, sites, formats } = useSettings();
  const names = collections?.flatMap((id) => sites.collections.value.get(id) ?? []);
  return (
    <ul class="settings-facts">
      {scopes.filter(isPageScope).map((scope) => (
        <li key={scope}>{t(`consent.${scope}`)}</li>
      ))}
      {scopes.includes('memories:write') && !ownOnly && <li>{t(changeAllKey(scopes))}</li>}
      {names !== undefined && (
        <li>{names.length > 0 ? t('sites.onlyIn', { collections: formats.list(names) }) : t('sites.onlyInGone')}</li>
      )}
    </ul>
  );
}
