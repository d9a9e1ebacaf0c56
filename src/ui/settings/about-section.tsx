import { useSettings } from './context.ts';

export function AboutSection() {
  const { t, host } = useSettings();
  return (
    <>
      <p>{t('about.version', { name: t('name'), version: host.version })}</p>
      <p>
        <a href="/licenses.txt" target="_blank">
          {t('about.licenses')}
        </a>
      </p>
      <p>{t('about.name')}</p>
    </>
  );
}
