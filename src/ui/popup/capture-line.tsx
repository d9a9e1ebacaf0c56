import { useScreen } from '../components/screen.ts';
import type { Saving } from '../state/saving.ts';
import type { PageReader } from './page-reader.ts';
import './draft-line.css';

/** What can be done with the page in front besides saving its address. */
export function CaptureLine({ saving, reader }: { saving: Saving; reader: PageReader }) {
  const { t } = useScreen();
  if (saving.unreadable.value || saving.touched.value || saving.draft.value?.kind !== 'page') return null;
  return (
    <p class="draft-line capture-line">
      <span />
      <button
        type="button"
        class="button bare"
        aria-disabled={reader.isReading.value}
        onClick={() => void reader.read()}
      >
        {reader.isReading.value ? t('related.reading') : t('preview.read')}
      </button>
    </p>
  );
}
