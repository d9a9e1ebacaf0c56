import { leftToRead } from '../state/left-to-read.ts';
import { useSettings } from './context.ts';

/** What is said aloud of the engine: its phases, and no number that changes all the time. */
export function EngineNews() {
  const { t, engine } = useSettings();
  const now = engine.state.value;

  function words(): string {
    if (now === undefined) return '';
    const coming = now.models.find(({ id }) => id === now.coming?.id);
    if (coming !== undefined)
      return t(now.coming?.read === undefined ? 'models.saidFetching' : 'models.saidReading', { name: coming.name });
    if (now.status === 'refused' || now.status === 'failed') return `${t(`models.${now.status}`)} ${now.reason ?? ''}`;
    const { unreadable = 0, trouble, paused } = now.reading;
    if (trouble !== undefined) return t('reading.trouble', { reason: trouble });
    if (leftToRead(now.reading) === 0)
      return unreadable > 0 ? t('reading.unreadable', { count: unreadable }) : t('meaning.finished');
    return t(paused ? 'meaning.saidPaused' : 'meaning.saidReading');
  }

  return (
    <p class="unseen" role="status">
      {words()}
    </p>
  );
}
