import type { ReadonlySignal } from '@preact/signals';
import type { EngineState } from '../../client/engine-control.ts';
import type { SyncState } from '../../lib/sync.ts';
import { Key } from '../components/key.tsx';
import { useScreen } from '../components/screen.ts';
import type { Translate } from '../i18n/translator.ts';
import { ariaKeys } from '../state/keyboard.ts';

interface FooterProps {
  count: ReadonlySignal<number | undefined>;
  /** Whether the list is slow to load and nothing else on the screen shows that. */
  isLoading: boolean;
  engine: ReadonlySignal<EngineState | undefined>;
  library(): void;
  settings(): void;
  listActions(): void;
}

/**
 * The number of memories, the state of sync, and buttons for the library and the list of actions. If sync needs the
 * user, a button that says so replaces the number and the state.
 */
export function Footer({ count, isLoading, engine, library, settings, listActions }: FooterProps) {
  const { t, keys } = useScreen();
  const sync = engine.value?.sync;

  function text(): string {
    if (isLoading) return t('recent.slow');
    if (count.value === undefined) return '';
    return [t('footer.count', { count: count.value }), ...describeSync(sync, t)].join(' · ');
  }

  return (
    <footer class="footer">
      {sync !== undefined && needsUser(sync) ? (
        <button type="button" class="button bare footer-sync" onClick={settings}>
          {t('footer.syncWaits')}
        </button>
      ) : (
        <p>{text()}</p>
      )}
      <button type="button" class="button bare" onClick={library}>
        {t('footer.library')}
      </button>
      <button type="button" class="button bare" aria-keyshortcuts={ariaKeys(keys.commands)} onClick={listActions}>
        {t('footer.actions')} <Key name={keys.commands} />
      </button>
    </footer>
  );
}

/** Describes sync: not connected, paused, changes waiting, or synced; empty if it is none of these. */
function describeSync(sync: SyncState | undefined, t: Translate): string[] {
  if (sync?.server === undefined) return [t('footer.local')];
  if (sync.paused) return [t('footer.paused')];
  if (sync.counts.waiting > 0) return [t('footer.waiting', { count: sync.counts.waiting })];
  return sync.last?.stopped === null ? [t('footer.synced')] : [];
}

/** Whether sync has stopped until the user decides something or enters another token. */
const needsUser = ({ server, paused, question, last }: SyncState): boolean =>
  server !== undefined && !paused && (question !== undefined || last?.stopped === 'unauthorized');
