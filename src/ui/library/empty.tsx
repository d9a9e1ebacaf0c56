import { limits } from '../../v1/limits.ts';
import { Message } from '../components/message.tsx';
import type { View } from '../state/view.ts';
import { useLibrary } from './context.ts';

/** Shown if the list is empty. Says how to begin, that there are no memories, or that none match the filters. */
export function Empty({ view }: { view: View }) {
  const { t, applyFilters } = useLibrary();
  if (view.within !== undefined) {
    return (
      <Message title={t('library.noneWithin')}>
        <button type="button" class="button" onClick={() => applyFilters()}>
          {t('filters.clear')}
        </button>
      </Message>
    );
  }
  return (
    <Message title={t(view.neverSaved ? 'welcome.title' : 'empty.title')}>
      <p>{view.neverSaved ? t('library.begin') : t('library.emptyHint', { days: limits.trashDays })}</p>
    </Message>
  );
}
