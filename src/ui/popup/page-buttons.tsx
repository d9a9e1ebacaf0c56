import { Icon } from '../components/icon.tsx';
import { useScreen } from '../components/screen.ts';
import type { Saving } from '../state/saving.ts';
import type { PageQuotes } from './page-quotes.ts';
import type { PageReader } from './page-reader.ts';
import type { PageUpdates } from './page-updates.ts';
import '../components/draft-line.css';

interface PageParts {
  saving: Saving;
  pageReader: PageReader;
  pageQuotes: PageQuotes;
  pageUpdates: PageUpdates;
}

/** The text key of the button that reads the active page: to update an earlier save, or to save a page or a PDF. */
export function readTextLabel({ saving, pageUpdates }: Pick<PageParts, 'saving' | 'pageUpdates'>) {
  if (pageUpdates.readingUpdates.value) return 'preview.update';
  return saving.draft.value?.capture?.kind === 'pdf' ? 'preview.readPdf' : 'preview.read';
}

const shortLabels = {
  'preview.update': 'preview.updateShort',
  'preview.read': 'preview.readShort',
  'preview.readPdf': 'preview.readPdfShort',
} as const;

/** Buttons in the save line: one reads the active page's text, one marks the page's saved quotes. */
export function PageButtons(parts: PageParts) {
  const { pageReader, pageQuotes, pageUpdates } = parts;
  const { t, keys } = useScreen();
  const isReading = pageReader.isReading.value;
  const label = readTextLabel(parts);
  const count = pageQuotes.all.value.length;
  return (
    <>
      {pageUpdates.canRead.value && (
        <button
          type="button"
          class={`button read-button ${pageUpdates.readingUpdates.value ? '' : 'bare'}`}
          aria-label={t(isReading ? 'related.reading' : label)}
          aria-disabled={isReading}
          aria-keyshortcuts={keys.readText}
          title={`${t(label)} (${keys.readText})`}
          onClick={() => void pageReader.read()}
        >
          {t(isReading ? 'preview.reading' : shortLabels[label])}
        </button>
      )}
      {count > 0 && (
        <button
          type="button"
          class="button bare quotes-button"
          aria-label={t('quotes.show', { count })}
          aria-keyshortcuts={keys.showQuotes}
          title={`${t('quotes.show', { count })} (${keys.showQuotes})`}
          onClick={() => void pageQuotes.show()}
        >
          <Icon name="quote" /> {count}
        </button>
      )}
      <span class="unseen" role="status">
        {isReading && t('related.reading')}
      </span>
    </>
  );
}

/** The saved quotes that the active page no longer has, each on a line. */
export function MissingQuotes({ quotes }: { quotes: PageQuotes }) {
  const { t } = useScreen();
  return (
    <>
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
