import type { ReadonlySignal } from '@preact/signals';
import { Key } from '../components/key.tsx';
import { useScreen } from '../components/screen.ts';
import { ariaKeys } from '../state/keyboard.ts';

/** How many memories there are, where they are, and the way to all keys. */
export function Footer({ count, help }: { count: ReadonlySignal<number | undefined>; help(): void }) {
  const { t, keys } = useScreen();
  return (
    <footer class="footer">
      <p>{count.value === undefined ? '' : `${t('footer.count', { count: count.value })} · ${t('footer.local')}`}</p>
      <button type="button" class="button bare" aria-keyshortcuts={ariaKeys(keys.help)} onClick={help}>
        {t('footer.keys')} <Key name={keys.help} />
      </button>
    </footer>
  );
}
