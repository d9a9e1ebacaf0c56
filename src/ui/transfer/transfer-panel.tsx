import { formats, type Format } from '../../transfer/losses.ts';
import { Progress } from '../components/progress.tsx';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import { ImportPanel } from './import-panel.tsx';
import type { Transfer } from './state.ts';
import './transfer.css';

/** Export and import of all memories. For the settings and the library. */
export function TransferPanel({ transfer, t, ago }: { transfer: Transfer; t: Translate; ago: Ago }) {
  return (
    <div class="transfer">
      <h3 id="import-title">{t('import.title')}</h3>
      <ImportPanel transfer={transfer} t={t} ago={ago} />
      <h3 id="export-title">{t('export.title')}</h3>
      <p>{t('export.lead')}</p>
      <ul class="transfer-formats" aria-labelledby="export-title">
        {formats.map((format) => (
          <ExportLine key={format} format={format} transfer={transfer} t={t} />
        ))}
      </ul>
      <ExportProgress transfer={transfer} t={t} />
    </div>
  );
}

function ExportLine({ format, transfer, t }: { format: Format; transfer: Transfer; t: Translate }) {
  return (
    <li>
      <div>
        <strong>{t(`format.${format}`)}</strong>
        <p>{t(`export.${format}`)}</p>
      </div>
      <button
        type="button"
        class="button"
        disabled={transfer.exporting.value !== undefined}
        onClick={() => void transfer.exportAs(format)}
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
