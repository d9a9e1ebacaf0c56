import type { BackupInfo } from '../../lib/backups.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type { LocalStore } from '../../store/local-store.ts';
import type { BackupSettings } from './settings.ts';

export interface Losses {
  /**
   * If this store has lost memories, returns the newest backup from before the loss, which the user may restore.
   * Records a new loss. The offer expires only if the clock `isSettled` (service/settled-clock.ts).
   */
  offered(backups: readonly BackupInfo[], isSettled?: boolean): Promise<BackupInfo | undefined>;
  /** Called when a backup was restored. */
  endOffer(): Promise<void>;
}

interface Loss {
  /** The name of the newest backup from before the loss. */
  name: string;
  /** When the loss was noticed, ISO 8601. */
  at: string;
}

/**
 * How long after a loss the restore is offered and older backups are kept, in milliseconds. Memories stay in the trash
 * for the same time.
 */
const offeredMs = 30 * 86_400_000;

/**
 * Finds out whether the store has lost memories. If this store was never backed up, any daily backup comes from an
 * earlier store, which the browser has lost.
 */
export function createLosses(store: LocalStore, settings: BackupSettings, clock: Clock): Losses {
  return {
    async offered(backups, isSettled = true) {
      const [erasedSeq, loss] = [await settings.read('backup-erased-seq'), await settings.read('backup-loss')];
      if (loss) {
        const { name, at } = JSON.parse(loss) as Loss;
        const isOver = isSettled && clock.now() - Date.parse(at) >= offeredMs;
        return isOver ? undefined : backups.find((backup) => backup.name === name);
      }
      // A restore sets `loss` to ''. A store with an `erasedSeq` was backed up, or found whole, before.
      if (erasedSeq !== undefined || loss === '') return undefined;
      const best = backups.find(({ kind, memories }) => kind === 'daily' && memories > 0);
      // Either nothing was lost, or the store's second copy has restored everything.
      const isWhole = best === undefined || store.restored?.complete === true;
      if (isWhole) {
        await settings.put('backup-erased-seq', '0');
        return undefined;
      }
      const at = new Date(clock.now()).toISOString();
      await settings.put('backup-loss', JSON.stringify({ name: best.name, at } satisfies Loss));
      return best;
    },
    endOffer: () => settings.put('backup-loss', ''),
  };
}
