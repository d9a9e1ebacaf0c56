import { useScreen } from '../components/screen.ts';
import { StatusAct } from '../components/status-line.tsx';
import { WriteDown } from '../components/write-down.tsx';
import type { Saving } from '../state/saving.ts';
import { isRecent } from '../state/view.ts';
import type { Relating } from './relating.ts';

/** What can be done with the list: ask what is related to the page in front, or write down what was not found. */
export function StatusEnd({ saving, relating }: { saving: Saving; relating: Relating }) {
  const { results, t, keys } = useScreen();
  const view = results.view.value;
  if (view === undefined || !isRecent(view)) return <WriteDown saving={saving} />;
  if (saving.unreadable.value || view.untouched || view.single) return null;
  return (
    <StatusAct run={() => void relating.relate()} shortcut={keys.related}>
      {t('related.title')}
    </StatusAct>
  );
}
