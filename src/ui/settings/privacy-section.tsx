import { useSettings } from './context.ts';

/** What leaves this machine, and what does not. */
export function PrivacySection() {
  const { t, engine, formats } = useSettings();
  const usable = engine.state.value?.models.filter(({ unavailable }) => unavailable === undefined);
  const hosts = [...new Set(usable?.flatMap(({ download }) => download?.hosts ?? []))];
  return (
    <>
      <p class="settings-lead">{t(usable !== undefined && hosts.length === 0 ? 'privacy.nothing' : 'privacy.lead')}</p>
      <ul class="settings-facts">
        <li>{t('privacy.memories')}</li>
        <li>{t('privacy.meaning')}</li>
        {hosts.length > 0 && <li>{t('privacy.models', { hosts: formats.list(hosts) })}</li>}
        <li>{t('privacy.pages')}</li>
        <li>{t('privacy.disk')}</li>
      </ul>
    </>
  );
}
