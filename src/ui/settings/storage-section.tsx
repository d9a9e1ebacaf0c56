import { secondCopySentences } from '../state/recovery.ts';
import { TransferPanel } from '../transfer/transfer-panel.tsx';
import { useSettings } from './context.ts';

/** Exports, imports, and the second copy, which protects memories if the browser loses its database. */
export function StorageSection() {
  const { t, engine, formats, transfer } = useSettings();
  const copy = engine.state.value?.secondCopy;
  return (
    <>
      <TransferPanel transfer={transfer} t={t} />
      <h3>{t('copy.title')}</h3>
      <p>{t('copy.lead')}</p>
      {copy !== undefined && secondCopySentences(copy, t, formats).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </>
  );
}
