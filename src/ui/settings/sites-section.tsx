import { useEffect } from 'preact/hooks';
import { hostOf } from '../text/host-of.ts';
import { useSettings } from './context.ts';
import { SiteCard } from './site-card.tsx';
import { SiteKnows } from './site-knows.tsx';
import { everySite } from './sites.ts';

/** The sites that may use the memories, those that could in the past, and those that may not ask for access. */
export function SitesSection() {
  const { t, sites } = useSettings();
  useEffect(() => sites.follow(), []);
  const all = sites.all.value;
  const silent = sites.silent.value;
  return (
    <>
      <p>{t('sites.lead')}</p>
      {sites.isUnreachable.value && (
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
      <PastSites />
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

/** The sites that had access, as long as there is a record of what they did. */
function PastSites() {
  const { t, sites } = useSettings();
  const past = sites.past.value;
  if (past.length === 0) return null;
  return (
    <>
      <h3 id="past-title">{t('sites.past')}</h3>
      <ul class="models" aria-labelledby="past-title">
        {past.map((log) => (
          <li class="model" key={log.origin}>
            <div class="model-head">
              <bdi>{hostOf(log.origin)}</bdi>
            </div>
            <SiteKnows log={log} />
          </li>
        ))}
      </ul>
    </>
  );
}

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
