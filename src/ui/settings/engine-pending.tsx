import { useSettings } from './context.ts';

/** Replaces content that needs the engine's state: says that it is loading or that the engine can't be reached. */
export function EnginePending() {
  const { t, engine } = useSettings();
  if (!engine.isUnreachable.value) return <p class="settings-pending">{t('settings.loading')}</p>;
  return (
    <div class="settings-away" role="alert">
      <p>{t('settings.away')}</p>
      <button type="button" class="button" onClick={() => void engine.refresh()}>
        {t('error.retry')}
      </button>
    </div>
  );
}
