import { Progress } from '../components/progress.tsx';
import type { EngineState } from '../../client/engine-panel.ts';
import { leftToRead } from '../state/left-to-read.ts';
import { useSettings } from './context.ts';

/** How many memories are read, and whether the reading goes on. */
export function ReadingSetting({ now }: { now: EngineState }) {
  const { t, engine } = useSettings();
  const { read, of, unreadable = 0, paused, trouble } = now.reading;
  const isWhole = leftToRead(now.reading) === 0;
  return (
    <div class="setting">
      <div class="setting-words">
        <h3>{t('reading.title')}</h3>
        <p>{t('reading.hint')}</p>
        <p class="setting-now">
          {of === 0 ? t('reading.none') : t('reading.read', { count: of, read })}
          {unreadable > 0 && ` · ${t('reading.unreadable', { count: unreadable })}`}
          {paused && ` · ${t('meaning.saidPaused')}`}
        </p>
        {trouble !== undefined && <p class="setting-fault">{t('reading.trouble', { reason: trouble })}</p>}
        {!isWhole && <Progress label={t('reading.title')} share={read / of} />}
      </div>
      {trouble !== undefined && !paused && (
        <button type="button" class="button" onClick={() => void engine.retry()}>
          {t('error.retry')}
        </button>
      )}
      {(!isWhole || paused) && (
        <button type="button" class="button" onClick={() => void (paused ? engine.resume() : engine.pause())}>
          {t(paused ? 'meaning.resume' : 'meaning.pause')}
        </button>
      )}
    </div>
  );
}
