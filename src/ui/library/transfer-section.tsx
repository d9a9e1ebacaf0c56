import { formatsIn } from '../i18n/formats.ts';
import { BackupsPanel } from '../transfer/backups-panel.tsx';
import { TransferPanel } from '../transfer/transfer-panel.tsx';
import { useLibrary } from './context.ts';
import { Part } from './part.tsx';
import './items.css';

const formats = formatsIn('en');

/** Import, export and, in the extension, backups. */
export function TransferSection() {
  const { t, ago, transfer, backups, engine } = useLibrary();
  const state = engine?.state.value?.backups;
  return (
    <Part title={t('library.transfer')}>
      <TransferPanel transfer={transfer} t={t} ago={ago} isReadOnly={engine?.state.value?.isReadOnly} />
      {backups !== undefined && state !== undefined && (
        <>
          <h3>{t('backups.title')}</h3>
          <BackupsPanel backups={backups} state={state} t={t} formats={formats} />
        </>
      )}
    </Part>
  );
}
