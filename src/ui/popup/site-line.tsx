import { formatsIn } from '../i18n/formats.ts';
import { useScreen } from '../components/screen.ts';
import { hostOf } from '../text/host-of.ts';
import type { SiteAccess } from './site-access.ts';
import '../components/foot-line.css';
import './site-line.css';

const formats = formatsIn('en');

/** Says that the active page's site asks for access, or has it. At the bottom, so that nothing above it moves. */
export function SiteLine({ access }: { access: SiteAccess }) {
  const { t } = useScreen();
  const found = access.site.value;
  if (found === undefined) return null;
  const site = hostOf(found.origin);

  function text(): string {
    if (found?.state === 'asks' && found.accessEndsAt !== undefined)
      return t('site.asksLonger', { site, date: formats.time(found.accessEndsAt) });
    if (found?.state === 'asks') return t(found.hasAccess ? 'site.asksMore' : 'site.asks', { site });
    if (!found?.paused) return t('site.connected', { site });
    const { exceededLimit, limits } = access.log.value ?? {};
    return exceededLimit === undefined || limits === undefined
      ? t('site.paused', { site })
      : t(`siteStopped.${exceededLimit}`, { site, count: limits[exceededLimit] });
  }

  return (
    <section class={`foot-line site-line ${found.state}`} role="status">
      <p>{text()}</p>
      {found.state === 'asks' ? (
        <button type="button" class="button primary" onClick={() => void access.review()}>
          {t('site.review')}
        </button>
      ) : (
        <>
          {found.paused && (
            <button type="button" class="button" onClick={() => void access.resume()}>
              {t('site.resume')}
            </button>
          )}
          <button type="button" class="button bare" onClick={() => void access.disconnect()}>
            {t('site.disconnect')}
          </button>
        </>
      )}
    </section>
  );
}
