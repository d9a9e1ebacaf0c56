import { useScreen } from '../components/screen.ts';
import type { Saving } from '../state/saving.ts';
import type { PageQuotes } from './page-quotes.ts';
import type { PageReader } from './page-reader.ts';
import '../components/draft-line.css';

interface CaptureLineProps {
  saving: Saving;
  reader: PageReader;
  quotes: PageQuotes;
}

/** What can be done with the active page besides saving its address. */
export function CaptureLine({ saving, reader, quotes }: CaptureLineProps) {
  const { t } = useScreen();
  const isPage = !saving.unreadable.value && !saving.touched.value && saving.draft.value?.kind === 'page';
  const isPdf = saving.draft.value?.capture?.kind === 'pdf';
  const count = quotes.all.value.length;
  if (!isPage && count === 0) return null;
  return (
    <>
      <p class="draft-line capture-line">
        <span />
        {count > 0 && (
          <button type="button" class="button bare quotes-button" onClick={() => void quotes.show()}>
            {t('quotes.show', { count })}
          </button>
        )}
        {isPage && (
          <button
            type="button"
            class="button bare read-button"
            aria-disabled={reader.isReading.value}
            onClick={() => void reader.read()}
          >
            {t(reader.isReading.value ? 'related.reading' : isPdf ? 'preview.readPdf' : 'preview.read')}
          </button>
        )}
      </p>
      {quotes.missing.value.map(({ id, content }) => (
        <p key={id} class="draft-line quote-missing" role="status">
          <span title={content}>
            {t('quotes.missing')} <bdi class="draft-text">{content}</bdi>
          </span>
        </p>
      ))}
    </>
  );
}
