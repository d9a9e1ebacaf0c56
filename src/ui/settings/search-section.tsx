import { useSettings } from './context.ts';
import { EngineNews } from './engine-news.tsx';
import { ModelCard } from './model-card.tsx';
import { ReadingSetting } from './reading-setting.tsx';

/** How memories are found: what is read, and with which model. */
export function SearchSection() {
  const { t, engine, formats } = useSettings();
  const now = engine.state.value;
  return (
    <>
      <EngineNews />
      {engine.isAway.value && (
        <div class="settings-away" role="alert">
          <p>{t('settings.away')}</p>
          <button type="button" class="button" onClick={() => void engine.lookAgain()}>
            {t('error.retry')}
          </button>
        </div>
      )}
      {now !== undefined && (
        <>
          <p class="settings-lead">{t('models.lead', { languages: formats.languages(now.model.languages) })}</p>
          <ReadingSetting now={now} />
          <h3 id="models-title">{t('models.title')}</h3>
          <p>{t('models.hint')}</p>
          <ul class="models" aria-labelledby="models-title">
            {now.models.map((model) => (
              <ModelCard key={model.id} model={model} now={now} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
