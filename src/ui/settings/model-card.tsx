import type { EngineState, ModelChoice } from '../../client/engine-control.ts';
import { useSettings } from './context.ts';
import { ModelProgress } from './model-progress.tsx';
import { ModelStatus } from './model-status.tsx';

/** A model for search by meaning: its languages, download, status and actions. */
export function ModelCard({ model, now }: { model: ModelChoice; now: EngineState }) {
  const { t, formats } = useSettings();
  const { id, name, languages, unavailable } = model;
  const isInUse = now.model.id === id;
  const isRefusedOrFailed = now.status === 'refused' || now.status === 'failed';
  return (
    <li class={`model ${isInUse && !isRefusedOrFailed ? 'in-use' : ''}`} aria-labelledby={`${id}-name`}>
      <div class="model-head">
        <h4 id={`${id}-name`}>{name}</h4>
        {isInUse && !isRefusedOrFailed && <span class="model-badge">{t('models.inUse')}</span>}
      </div>
      <p>
        {formats.languages(languages)} · <Origin model={model} />
      </p>
      {isInUse && <ModelStatus now={now} />}
      {now.fallback?.from.id === id && (
        <p class="model-now">{t('meaning.fallback', { reason: now.fallback.reason, name: now.model.name })}</p>
      )}
      {unavailable !== undefined && <p class="model-why">{t('models.unavailable', { reason: unavailable })}</p>}
      {now.coming?.id === id ? (
        <ModelProgress name={name} coming={now.coming} now={now} />
      ) : (
        <ModelButtons model={model} now={now} />
      )}
    </li>
  );
}

/** Says that the model is bundled, or gives the size of its download and, until it is downloaded, the hosts. */
function Origin({ model: { download } }: { model: ModelChoice }) {
  const { t, formats } = useSettings();
  if (download === undefined) return <>{t('models.bundled')}</>;
  const size = formats.size(download.bytes);
  return (
    <>
      {download.fetched
        ? t('models.fetched', { size })
        : t('models.fetches', { size, hosts: formats.list(download.hosts) })}
    </>
  );
}

function ModelButtons({
  model: { id, name, chosen, download, unavailable },
  now,
}: {
  model: ModelChoice;
  now: EngineState;
}) {
  const { t, engine, formats } = useSettings();
  const isUsable = unavailable === undefined;
  const isFailed = isUsable && now.fallback?.from.id === id;
  const needsDownload = download !== undefined && !download.fetched;
  // While another model is getting ready, the one in use needs no “Use” button: it stays in use if the user cancels.
  const showsMainButton = isFailed || (isUsable && !chosen && (now.coming === undefined || now.model.id !== id));
  if (!showsMainButton && !download?.fetched) return null;
  return (
    <div class="model-ways">
      {isFailed ? (
        <button type="button" class="button" onClick={() => void engine.retry()}>
          {t('error.retry')}
        </button>
      ) : (
        showsMainButton && (
          <button type="button" class="button" onClick={() => void engine.choose(id)}>
            {needsDownload ? t('models.fetch', { size: formats.size(download.bytes) }) : t('models.use')}{' '}
            <span class="unseen">{name}</span>
          </button>
        )
      )}
      {download?.fetched && (
        <button type="button" class="button bare" onClick={() => void engine.remove(id)}>
          {t('models.remove')} <span class="unseen">{name}</span>
        </button>
      )}
    </div>
  );
}
