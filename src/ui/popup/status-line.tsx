import { Key } from '../components/key.tsx';
import { useScreen } from '../components/screen.ts';
import type { View } from '../state/results.ts';

/** What the list below is; always of one height. */
export function StatusLine() {
  const { results, t, keys, ago } = useScreen();
  const { view, held, slow, shown } = results;
  const waiting = held.value !== undefined && 'view' in held.value ? held.value.view.memories.length : undefined;

  function wordsOf({ query, memories, single, full }: View): string {
    if (single) return t('save.already', { when: ago(memories[0]?.createdAt ?? '') });
    if (query.trim() === '') return memories.length === 0 ? '' : t('recent.short');
    return memories.length === 0 ? '' : t(full ? 'search.best' : 'search.found', { count: memories.length });
  }

  function words(): string {
    if (slow.value) return t(shown.value === undefined ? 'recent.slow' : 'search.slow');
    return view.value === undefined ? '' : wordsOf(view.value);
  }

  return (
    <div class="status" role="status">
      {waiting === undefined ? (
        words()
      ) : (
        <button type="button" class="button bare" onClick={results.release}>
          {t('search.held', { count: waiting })} <Key name={keys.open} />
        </button>
      )}
    </div>
  );
}
