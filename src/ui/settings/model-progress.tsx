import { Progress } from '../components/progress.tsx';
import type { ComingModel, EngineState } from '../../client/engine-control.ts';
import { useSettings } from './context.ts';

/**
 * The progress of a chosen model that is being downloaded, or with which memories are being indexed, with buttons to
 * pause and cancel.
 */
export function ModelProgress({ name, coming, now }: { name: string; coming: ComingModel; now: EngineState }) {
  const { t, engine, formats } = useSettings();
  const { progress, indexed } = coming;
  const { total, paused } = now.indexing;
  // Cancelling would keep the model that is in use now, but this version of Commonplace may no longer offer that model.
  const canKeep = now.models.some(({ id }) => id === now.model.id);
  const share = indexed === undefined ? progress : total === 0 ? 1 : indexed / total;

  function text(): string {
    if (indexed !== undefined) return t('models.indexing', { count: total, indexed });
    return progress === undefined ? t('models.preparing') : t('models.loading', { share: formats.share(progress) });
  }

  return (
    <div class="model-coming">
      <p>
        {text()} {t('models.meanwhile', { name: now.model.name })}
      </p>
      <Progress label={t('models.progress', { name })} share={share} />
      <div class="model-ways">
        {indexed !== undefined && (
          <button type="button" class="button" onClick={() => void (paused ? engine.resume() : engine.pause())}>
            {t(paused ? 'meaning.resume' : 'meaning.pause')}
          </button>
        )}
        {canKeep && (
          <button type="button" class="button" onClick={() => void engine.cancel()}>
            {t('models.cancel')}
          </button>
        )}
      </div>
    </div>
  );
}
