import { leftToIndex } from '../state/engine.ts';
import { useSettings } from './context.ts';

/** Announces the phases and failures of loading and indexing to screen readers, but not the progress in numbers. */
export function EngineAnnouncer() {
  const { t, engine } = useSettings();
  const now = engine.state.value;

  function text(): string {
    if (now === undefined) return '';
    const coming = now.models.find(({ id }) => id === now.coming?.id);
    if (coming !== undefined)
      return t(now.coming?.indexed === undefined ? 'models.announceLoading' : 'models.announceIndexing', {
        name: coming.name,
      });
    if (now.status === 'refused' || now.status === 'failed') return `${t(`models.${now.status}`)} ${now.reason ?? ''}`;
    const { unindexable = 0, trouble, paused } = now.indexing;
    if (trouble !== undefined) return t('indexing.trouble', { reason: trouble });
    if (leftToIndex(now.indexing) === 0)
      return unindexable > 0 ? t('indexing.unindexable', { count: unindexable }) : t('meaning.finished');
    return t(paused ? 'meaning.announcePaused' : 'meaning.announceIndexing');
  }

  return (
    <p class="unseen" role="status">
      {text()}
    </p>
  );
}
