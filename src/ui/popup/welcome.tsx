import { Message } from '../components/message.tsx';
import { useScreen } from '../components/screen.ts';

/** Shown until something is saved: how to save, how to come back, how to find. */
export function Welcome({ shortcut }: { shortcut: string | undefined }) {
  const { t } = useScreen();
  return (
    <Message title={t('welcome.title')}>
      <ol class="welcome">
        <li>{t('welcome.select', { menu: t('menu.saveSelection') })}</li>
        {shortcut !== undefined && <li>{t('welcome.shortcut', { shortcut })}</li>}
        <li>{t('welcome.search')}</li>
      </ol>
      <p>{t('welcome.private')}</p>
    </Message>
  );
}
