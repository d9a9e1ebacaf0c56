import { useEffect } from 'preact/hooks';
import { isPageScope } from '../../v1/scopes.ts';
import { hostOf } from '../text/host-of.ts';
import { useSettings } from './context.ts';
import { everySite, type Site } from './sites.ts';

/** The sites that may use the memories: what each may do, and how to pause it or take its access away. */
export function SitesSection() {
  const { t, sites } = useSettings();
  useEffect(() => sites.follow(), []);
  const all = sites.all.value;
  const silent = sites.silent.value;
  return (
    <>
      <p>{t('sites.lead')}</p>
      {sites.isAway.value && (
        <div class="settings-away" role="alert">
          <p>{t('sites.away')}</p>
          <button type="button" class="button" onClick={() => void sites.refresh()}>
            {t('error.retry')}
          </button>
        </div>
      )}
      {all?.length === 0 && <p>{t('sites.none')}</p>}
      {all !== undefined && all.length > 0 && (
        <ul class="models">
          {all.map((site) => (
            <SiteCard key={site.id} site={site} />
          ))}
        </ul>
      )}
      <label class="choice-line">
        <input
          type="checkbox"
          checked={silent.includes(everySite)}
          onChange={({ currentTarget }) => void sites.setSilent(everySite, currentTarget.checked)}
        />
        <span>{t('sites.noneMayAsk')}</span>
      </label>
      <SilentSites />
    </>
  );
}

function SiteCard({ site }: { site: Site }) {
  const { t, sites, formats, ago } = useSettings();
  const { id, origin, paused, hasExpired, expiresAt, lastUsedAt } = site;
  return (
    <li class="model" aria-labelledby={`${id}-name`}>
      <div class="model-head">
        <h4 id={`${id}-name`}>
          <bdi>{hostOf(origin)}</bdi>
        </h4>
        {paused && <span class="model-badge">{t('sites.paused')}</span>}
        {hasExpired && <span class="model-badge">{t('sites.expired')}</span>}
      </div>
      <Rights site={site} />
      <p>
        {lastUsedAt === null ? t('sites.neverUsed') : t('sites.lastUsed', { when: ago(lastUsedAt) })}
        {' · '}
        {expiresAt === null ? t('sites.endless') : t('sites.until', { date: formats.time(expiresAt) })}
        {' · '}
        {t('tokens.rate', site.rateLimit)}
      </p>
      <div class="model-ways">
        <button type="button" class="button" onClick={() => void sites.pause(site)}>
          {t(paused ? 'sites.resume' : 'sites.pause')} <span class="unseen">{hostOf(origin)}</span>
        </button>
        <button type="button" class="button" onClick={() => void sites.revoke(site)}>
          {t('sites.revoke')} <span class="unseen">{hostOf(origin)}</span>
        </button>
      </div>
    </li>
  );
}

/** What a site may do, and with which memories. */
function Rights({ site: { scopes, ownOnly, collections } }: { site: Site }) {
  const { t, sites, formats } = useSettings();
  const names = collections?.flatMap((id) => sites.collections.value.get(id) ?? []);
  return (
    <ul class="settings-facts">
      {scopes.filter(isPageScope).map((scope) => (
        <li key={scope}>{t(`consent.${scope}`)}</li>
      ))}
      {scopes.includes('memories:write') && !ownOnly && <li>{t('consent.others')}</li>}
      {names !== undefined && (
        <li>{names.length > 0 ? t('sites.onlyIn', { collections: formats.list(names) }) : t('sites.onlyInGone')}</li>
      )}
    </ul>
  );
}

/** The sites that the user has told not to ask again. */
function SilentSites() {
  const { t, sites } = useSettings();
  const origins = sites.silent.value.filter((origin) => origin !== everySite);
  if (origins.length === 0) return null;
  return (
    <>
      <h3 id="silent-title">{t('sites.silent')}</h3>
      <ul class="models" aria-labelledby="silent-title">
        {origins.map((origin) => (
          <li class="model" key={origin}>
            <div class="model-head">
              <bdi>{hostOf(origin)}</bdi>
            </div>
            <div class="model-ways">
              <button type="button" class="button" onClick={() => void sites.setSilent(origin, false)}>
                {t('sites.letAsk')} <span class="unseen">{hostOf(origin)}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
