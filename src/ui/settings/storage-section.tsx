import { restoredSentence, secondCopySentences } from '../state/recovery.ts';
import { BackupsPanel } from '../transfer/backups-panel.tsx';
import { TransferPanel } from '../transfer/transfer-panel.tsx';
import { useSettings } from './context.ts';

/** Backups, exports, imports, and the second copy, which protects memories if the browser loses its database. */
export function StorageSection() {
  const { t, ago, engine, formats, transfer, backups } = useSettings();
  const backupsState = engine.state.value?.backups;
  const copy = engine.state.value?.secondCopy;
  const restored = engine.state.value?.restored;
  const isReadOnly = engine.state.value?.isReadOnly === true;
  return (
    <>
      {isReadOnly && <p class="settings-refused">{t('readOnly.now')}</p>}
      {backupsState !== undefined && (
        <>
          <h3>{t('backups.title')}</h3>
          <BackupsPanel backups={backups} state={backupsState} t={t} formats={formats} />
        </>
      )}
      <TransferPanel transfer={transfer} t={t} ago={ago} isReadOnly={isReadOnly} />
      <h3>{t('copy.title')}</h3>
      <p>{t('copy.lead')}</p>
      {restored !== undefined && (
        <>
          <p class={restored.complete ? '' : 'settings-refused'}>{restoredSentence(restored, t)}</p>
          <p>
            <button type="button" class="button" onClick={() => void engine.acknowledgeRestored(restored.at)}>
              {t('restored.dismiss')}
            </button>
          </p>
        </>
      )}
      {copy !== undefined && secondCopySentences(copy, t, formats).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </>
  );
}
