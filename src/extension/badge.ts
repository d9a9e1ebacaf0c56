import { browser } from 'wxt/browser';
import type { Translate } from '../ui/i18n/translator.ts';
import type { Waiting } from './inbox/inbox.ts';

const flashMs = 2_000;
const accent = '#1d5c44';
const loss = '#a12a1d';

export interface Badge {
  /** Shows briefly that something was saved. */
  flash(): Promise<void>;
  /** Shows how many saves wait in the inbox, or that some need a decision by the user. */
  refresh(): Promise<void>;
}

/** The badge on the toolbar button. */
export function createBadge({ t, waiting }: { t: Translate; waiting: () => Promise<Waiting> }): Badge {
  async function paint(text: string, color: string, title = t('name')): Promise<void> {
    const { action } = browser;
    await Promise.all([
      action.setBadgeText({ text }),
      action.setBadgeBackgroundColor({ color }),
      action.setBadgeTextColor({ color: '#ffffff' }),
      action.setTitle({ title }),
    ]);
  }

  let flashing = false;

  async function refresh(): Promise<void> {
    if (flashing) return;
    const { pending, old, refused, unreadable } = await waiting();
    const undecided = old.length + refused.length + unreadable.length;
    if (undecided > 0) return paint('!', loss, t('badge.undecided', { count: undecided }));
    if (pending.length > 0) return paint(String(pending.length), accent, t('badge.waiting', { count: pending.length }));
    return paint('', accent);
  }

  return {
    refresh,
    async flash() {
      flashing = true;
      setTimeout(() => {
        flashing = false;
        void refresh();
      }, flashMs);
      await paint('✓', accent);
    },
  };
}
