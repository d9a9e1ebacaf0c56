import { useSettings } from './context.ts';
import { EngineAnnouncer } from './engine-announcer.tsx';
import { EnginePending } from './engine-pending.tsx';
import { ModelCard } from './model-card.tsx';
import { IndexingSetting } from './indexing-setting.tsx';
import { modelsToShow } from './state.ts';

/** How memories are found: indexing and models. */
export function SearchSection() {
  const { t, engine, formats } = useSettings();
  const now = engine.state.value;
  const models = now === undefined ? [] : modelsToShow(now);
  return (
    <>
      <EngineAnnouncer />
      {(now === undefined || engine.isUnreachable.value) && <EnginePending />}
      {now !== undefined && (
        <>
          <p>{t('models.lead', { languages: formats.languages(now.model.languages) })}</p>
          <IndexingSetting now={now} />
          <h3 id="models-title">{t('models.title')}</h3>
          {models.length > 1 && <p>{t('models.hint')}</p>}
          <ul class="models" aria-labelledby="models-title">
            {models.map((model) => (
              <ModelCard key={model.id} model={model} now={now} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
