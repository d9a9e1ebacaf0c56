import { limits } from '../../v1/limits.ts';
import { Message } from '../components/message.tsx';
import { useScreen } from '../components/screen.ts';
import type { View } from '../state/view.ts';

interface EmptyProps {
  view: View;
  shortcut: string | undefined;
  /** Whether no server is connected. */
  isLocal: boolean;
  clear(): void;
}

/** Shown if the list is empty. Says how to begin, that there are no memories, or that none match the filters. */
export function Empty({ view, shortcut, isLocal, clear }: EmptyProps) {
  const { t } = useScreen();
  if (view.within !== undefined)
    return (
      <Message title={t('library.noneWithin')}>
        <button type="button" class="button" onClick={clear}>
          {t('filters.clear')}
        </button>
      </Message>
    );
  if (view.neverSaved) return <Welcome shortcut={shortcut} isLocal={isLocal} />;
  return (
    <Message title={t('empty.title')}>
      <p>{t('empty.hint', { menu: t('menu.saveSelection'), days: limits.trashDays })}</p>
    </Message>
  );
}

/** Shown if there are no memories, not even in the trash: how to save, open the popup, and search. */
function Welcome({ shortcut, isLocal }: Pick<EmptyProps, 'shortcut' | 'isLocal'>) {
  const { t } = useScreen();
  return (
    <Message title={t('welcome.title')}>
      <ol class="welcome">
        <li>{t('welcome.select', { menu: t('menu.saveSelection') })}</li>
        {shortcut !== undefined && <li>{t('welcome.shortcut', { shortcut })}</li>}
        <li>{t('welcome.search')}</li>
      </ol>
      {isLocal && <p>{t('welcome.private')}</p>}
    </Message>
  );
}
