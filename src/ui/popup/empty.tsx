import { limits } from '../../v1/limits.ts';
import { Message } from '../components/message.tsx';
import { useScreen } from '../components/screen.ts';
import type { View } from '../state/view.ts';
import { Welcome } from './welcome.tsx';

/** What is said where there are no memories: how to begin, or that there are none now. */
export function Empty({ view, shortcut }: { view: View; shortcut: string | undefined }) {
  const { t } = useScreen();
  if (view.untouched) return <Welcome shortcut={shortcut} />;
  return (
    <Message title={t('empty.title')}>
      <p>{t('empty.hint', { menu: t('menu.saveSelection'), days: limits.trashDays })}</p>
    </Message>
  );
}
