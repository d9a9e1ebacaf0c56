import { Progress } from '../components/progress.tsx';
import type { ComingModel, EngineState } from '../../client/engine-panel.ts';
import { useSettings } from './context.ts';

/** A chosen model on its way: how much of it is here or how much it has read, what answers meanwhile, and how to give it up. */
export function ModelProgress({ name, coming, now }: { name: string; coming: ComingModel; now: EngineState }) {
  const { t, engine, formats } = useSettings();
  const { progress, read } = coming;
  const { of, paused } = now.reading;
  const share = read === undefined ? progress : of === 0 ? 1 : read / of;

  function words(): string {
    if (read !== undefined) return t('models.reading', { count: of, read });
    return progress === undefined ? t('models.preparing') : t('models.loading', { share: formats.share(progress) });
  }

  return (
    <div class="model-coming">
      <p>
        {words()} {t('models.meanwhile', { name: now.model.name })}
      </p>
      <Progress label={t('models.progress', { name })} share={share} />
      <div class="model-ways">
        {read !== undefined && (
          <button type="button" class="button" onClick={() => void (paused ? engine.resume() : engine.pause())}>
            {t(paused ? 'meaning.resume' : 'meaning.pause')}
          </button>
        )}
        <button type="button" class="button" onClick={() => void engine.cancel()}>
          {t('models.cancel')}
        </button>
      </div>
    </div>
  );
}
