import { signal } from '@preact/signals';
import type { Notices } from '../state/notices.ts';
import type { Translate } from '../i18n/translator.ts';
import type { DamagedSave, PopupHost, UndecidedSave } from './host.ts';

interface Parts {
  host: PopupHost;
  notices: Notices;
  t: Translate;
  /** Called when there may be a new memory. */
  onSaved(): Promise<void>;
}

export type UndecidedSaves = ReturnType<typeof createUndecidedSaves>;

/** The saves that need a decision by the user. */
export function createUndecidedSaves({ host, notices, t, onSaved }: Parts) {
  const all = signal<(UndecidedSave | DamagedSave)[]>([]);

  async function refresh(): Promise<void> {
    all.value = await host.undecided().catch(() => all.value);
  }

  async function sendAgain(key: string): Promise<void> {
    if (!(await host.sendAgain(key).catch(() => false))) notices.fail(t('undecided.stillNot'), () => sendAgain(key));
    await Promise.all([refresh(), onSaved()]);
  }

  async function discard(key: string): Promise<void> {
    const isDamaged = all.value.some((save) => save.key === key && 'damaged' in save);
    try {
      await host.discard(key);
    } catch (failure) {
      return notices.fail(failure, () => discard(key));
    }
    await refresh();
    if (isDamaged) return notices.say(t('undecided.discarded'));
    notices.offer(t('undecided.discarded'), async () => {
      await host.undoDiscard(key);
      await refresh();
    });
  }

  return { all, refresh, sendAgain, discard };
}
