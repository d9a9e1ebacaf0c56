import type { Meaning, MeaningNotice } from '../state/meaning.ts';
import { useFrame } from './frame.ts';
import './foot-line.css';
import './meaning-line.css';

/**
 * The state of search by meaning, if the user should know about it. The line is at the bottom, so that nothing moves
 * when it appears.
 */
export function MeaningLine({ meaning }: { meaning: Meaning }) {
  const { t } = useFrame();
  const notice = meaning.notice.value;

  function textOf(notice: MeaningNotice): string {
    if (notice.kind === 'unavailable')
      return t('meaning.unavailable', { reason: notice.reason ?? t('meaning.noReason') });
    if (notice.kind === 'stuck') return t('indexing.trouble', { reason: notice.reason });
    if (notice.kind === 'fallback') return t('meaning.fallback', { reason: notice.reason, name: notice.name });
    if (notice.kind === 'indexing')
      return t(notice.paused ? 'meaning.paused' : 'meaning.indexing', { count: notice.left, of: notice.of });
    return t(`meaning.${notice.kind}`);
  }

  /** The text for screen readers, without constantly changing numbers. */
  function announcement(): string {
    if (notice === undefined) return meaning.isFinished.value ? t('meaning.finished') : '';
    if (notice.kind === 'indexing') return t(notice.paused ? 'meaning.announcePaused' : 'meaning.announceIndexing');
    return textOf(notice);
  }

  function remedyOf(notice: MeaningNotice): { name: string; run(): Promise<void> } | undefined {
    if (['unavailable', 'fallback', 'stuck'].includes(notice.kind))
      return { name: t('error.retry'), run: meaning.retry };
    if (notice.kind === 'byWord') return { name: t('error.retry'), run: meaning.searchAgain };
    if (notice.kind !== 'indexing') return undefined;
    return notice.paused
      ? { name: t('meaning.resume'), run: meaning.resume }
      : { name: t('meaning.pause'), run: meaning.pause };
  }

  const remedy = notice && remedyOf(notice);
  return (
    <section class="meaning" aria-label={t('search.byMeaning')}>
      <p class="unseen" role="status">
        {announcement()}
      </p>
      {notice !== undefined && (
        <div class="foot-line meaning-line">
          <p>{textOf(notice)}</p>
          {remedy !== undefined && (
            <button type="button" class="button bare" onClick={() => void remedy.run()}>
              {remedy.name}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
