import { secondCopySentences } from '../state/recovery.ts';
import { useSettings } from './context.ts';

/** What protects the memories if the browser loses its database, and when that was last checked. */
export function CopySection() {
  const { t, engine, formats } = useSettings();
  const copy = engine.state.value?.secondCopy;
  return (
    <>
      <p>{t('copy.lead')}</p>
      {copy !== undefined && secondCopySentences(copy, t, formats).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </>
  );
}
