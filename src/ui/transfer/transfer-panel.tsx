import { useLayoutEffect, useRef } from 'preact/hooks';
import { formats, type Format } from '../../transfer/losses.ts';
import { Progress } from '../components/progress.tsx';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import { ImportPanel } from './import-panel.tsx';
import type { Transfer } from './state.ts';
import './transfer.css';

interface TransferPanelProps {
  transfer: Transfer;
  t: Translate;
  ago: Ago;
  /** Whether memories can’t be changed, so that nothing can be imported. */
  isReadOnly?: boolean | undefined;
}

/** Exports all memories, and imports files. */
export function TransferPanel({ transfer, t, ago, isReadOnly }: TransferPanelProps) {
  const latest = useRef<HTMLButtonElement>(null);
  const isExporting = transfer.exporting.value !== undefined;
  // When an export ends, its Cancel button disappears. If the button had the focus, the focus is lost.
  useLayoutEffect(() => {
    if (!isExporting && document.activeElement === document.body) latest.current?.focus();
  }, [isExporting]);
  return (
    <div class="transfer">
      <h3 id="import-title">{t('import.title')}</h3>
      <ImportPanel transfer={transfer} t={t} ago={ago} isReadOnly={isReadOnly} />
      <h3 id="export-title">{t('export.title')}</h3>
      <p>{t('export.lead')}</p>
      <ul class="transfer-formats" aria-labelledby="export-title">
        {formats.map((format) => (
          <ExportLine key={format} format={format} latest={latest} transfer={transfer} t={t} />
        ))}
      </ul>
      <ExportProgress transfer={transfer} t={t} />
    </div>
  );
}

interface ExportLineProps {
  format: Format;
  /** The button that was pressed last. */
  latest: { current: HTMLButtonElement | null };
  transfer: Transfer;
  t: Translate;
}

function ExportLine({ format, latest, transfer, t }: ExportLineProps) {
  return (
    <li>
      <div>
        <strong>{t(`format.${format}`)}</strong>
        <p>{t(`export.${format}`)}</p>
      </div>
      <button
        type="button"
        class="button"
        aria-disabled={transfer.exporting.value !== undefined}
        onClick={({ currentTarget }) => {
          latest.current = currentTarget;
          void transfer.exportAs(format);
        }}
      >
        {t('export.save')} <span class="unseen">{t(`format.${format}`)}</span>
      </button>
    </li>
  );
}

function ExportProgress({ transfer, t }: { transfer: Transfer; t: Translate }) {
  const count = transfer.exporting.value;
  if (count === undefined) return null;
  return (
    <div class="transfer-progress" role="status">
      <p>{t('export.running', { count })}</p>
      <Progress label={t('export.title')} share={undefined} />
      <button type="button" class="button" onClick={transfer.cancelExport}>
        {t('import.cancel')}
      </button>
    </div>
  );
}
