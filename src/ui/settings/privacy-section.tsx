import { useSettings } from './context.ts';

/** What leaves this machine, and what does not. */
export function PrivacySection() {
  const { t, engine, formats } = useSettings();
  const hosts = [...new Set(engine.state.value?.models.flatMap(({ download }) => download?.hosts ?? []))];
  return (
    <>
      <p class="settings-lead">{t('privacy.lead')}</p>
      <ul class="settings-facts">
        <li>{t('privacy.memories')}</li>
        <li>{t('privacy.meaning')}</li>
        <li>{hosts.length === 0 ? t('privacy.models') : t('privacy.modelsFrom', { hosts: formats.list(hosts) })}</li>
        <li>{t('privacy.pages')}</li>
        <li>{t('privacy.disk')}</li>
      </ul>
    </>
  );
}
