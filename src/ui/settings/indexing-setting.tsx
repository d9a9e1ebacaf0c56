import { Progress } from '../components/progress.tsx';
import type { EngineState } from '../../client/engine-control.ts';
import { leftToIndex } from '../state/engine.ts';
import { useSettings } from './context.ts';

/** How many memories are indexed, and buttons to pause, resume and retry. */
export function IndexingSetting({ now }: { now: EngineState }) {
  const { t, engine } = useSettings();
  const { indexed, total, unindexable = 0, paused, trouble } = now.indexing;
  const isComplete = leftToIndex(now.indexing) === 0;
  return (
    <div class="setting">
      <div class="setting-words">
        <h3>{t('indexing.title')}</h3>
        <p>{t('indexing.hint')}</p>
        <p class="setting-now">
          {total === 0 ? t('indexing.none') : t('indexing.progress', { count: total, indexed })}
          {unindexable > 0 && ` · ${t('indexing.unindexable', { count: unindexable })}`}
          {paused && ` · ${t('meaning.announcePaused')}`}
        </p>
        {trouble !== undefined && <p class="setting-fault">{t('indexing.trouble', { reason: trouble })}</p>}
        {!isComplete && <Progress label={t('indexing.title')} share={indexed / total} />}
      </div>
      {trouble !== undefined && !paused && (
        <button type="button" class="button" onClick={() => void engine.retry()}>
          {t('error.retry')}
        </button>
      )}
      {(!isComplete || paused) && (
        <button type="button" class="button" onClick={() => void (paused ? engine.resume() : engine.pause())}>
          {t(paused ? 'meaning.resume' : 'meaning.pause')}
        </button>
      )}
    </div>
  );
}
