import { isLessCertain } from '../state/certainty.ts';
import type { Saving } from '../state/saving.ts';
import { isRecent } from '../state/view.ts';
import { useScreen } from './screen.ts';
import { StatusAct } from './status-line.tsx';

/** Offers to write down what was searched for, where nothing certain was found. */
export function WriteDown({ saving }: { saving: Saving }) {
  const { results, t } = useScreen();
  const view = results.view.value;
  if (view === undefined || view.near !== undefined || isRecent(view)) return null;
  const isUnsure = view.mode !== 'looking' && view.memories.length > 0 && view.memories.every(isLessCertain);
  return isUnsure ? <StatusAct run={() => saving.note(view.query.trim())}>{t('save.query')}</StatusAct> : null;
}
