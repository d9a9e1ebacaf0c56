import type { EngineState } from '../../client/engine-control.ts';
import { useSettings } from './context.ts';

/** The status of the model in use. */
export function ModelStatus({ now }: { now: EngineState }) {
  const { t, engine, formats } = useSettings();
  const { status, reason, progress } = now;
  if (status === 'refused' || status === 'failed') {
    return (
      <>
        <p class="model-fault">
          {t(`models.${status}`)} {reason ?? t('error.other')} {t('models.byWord')}
        </p>
        <div class="model-ways">
          <button type="button" class="button" onClick={() => void engine.retry()}>
            {t('error.retry')}
          </button>
        </div>
      </>
    );
  }
  if (status !== 'loading') return <p class="model-now">{t(`models.${status}`)}</p>;
  return (
    <p class="model-now">
      {progress === undefined ? t('models.preparing') : t('models.loading', { share: formats.share(progress) })}
    </p>
  );
}
