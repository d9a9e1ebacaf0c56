import { formatsIn } from '../i18n/formats.ts';
import { useLibrary } from './context.ts';

const { share } = formatsIn('en');

/** How a search was answered, where that is less than by word and by meaning among all memories. */
export function ModeLine() {
  const { t, results } = useLibrary();
  const view = results.view.value;
  const words = view === undefined ? undefined : wordsOf(view.mode, view.coverage);
  return (
    <p class="mode-line" role="status">
      {words}
    </p>
  );

  function wordsOf(mode: string | undefined, coverage = 1): string | undefined {
    if (mode === 'keyword') return t('mode.keyword');
    if (mode === undefined || mode === 'looking' || coverage === 1) return undefined;
    return t('mode.partly', { share: share(coverage) });
  }
}
