import { browser } from 'wxt/browser';
import type { Translate } from '../ui/i18n/translator.ts';
import type { Waiting } from './inbox/inbox.ts';

const flashMs = 2_000;
const normalColor = '#1d5c44';
const dot = '•';
const warningColor = '#a12a1d';

export interface Badge {
  flash(): Promise<void>;
  /**
   * Shows how many saves wait in the inbox, or that some need a decision. If the inbox is empty, shows a dot in tabs
   * with a page of a connected site.
   */
  refresh(): Promise<void>;
  /** Marks the tabs with a page of the site, because the site was paused. */
  warn(pattern: string): Promise<void>;
}

export interface BadgeParts {
  t: Translate;
  waiting: () => Promise<Waiting>;
  /** The match patterns of connected sites. */
  connected: () => Promise<string[]>;
}

/** The badge on the toolbar button. */
export function createBadge({ t, waiting, connected }: BadgeParts): Badge {
  async function paint(text: string, color: string, title = t('name')): Promise<void> {
    const { action } = browser;
    await Promise.all([
      action.setBadgeText({ text }),
      action.setBadgeBackgroundColor({ color }),
      action.setBadgeTextColor({ color: '#ffffff' }),
      action.setTitle({ title }),
    ]);
  }

  /**
   * Shows the dot in tabs with pages of these sites, and removes it from other tabs. A tab's own badge hides the
   * common one.
   */
  async function markTabs(patterns: string[]): Promise<void> {
    const [tabs, marked] = await Promise.all([
      browser.tabs.query({}),
      patterns.length === 0 ? [] : browser.tabs.query({ url: patterns }),
    ]);
    const ids = new Set(marked.map(({ id }) => id));
    // Null, which the types lack, restores the common badge. Failures are ignored: a tab may be closed by now.
    await Promise.allSettled(
      tabs.flatMap(({ id: tabId }) =>
        tabId === undefined
          ? []
          : browser.action.setBadgeText({ tabId, text: (ids.has(tabId) ? dot : null) as string }),
      ),
    );
  }

  let flashing = false;

  async function refresh(): Promise<void> {
    if (flashing) return;
    const { pending, old, refused, unreadable } = await waiting();
    const undecided = old.length + refused.length + unreadable.length;
    const isEmpty = undecided + pending.length === 0;
    await markTabs(isEmpty ? await connected() : []);
    if (undecided > 0) return paint('!', warningColor, t('badge.undecided', { count: undecided }));
    if (pending.length > 0)
      return paint(String(pending.length), normalColor, t('badge.waiting', { count: pending.length }));
    return paint('', normalColor);
  }

  return {
    refresh,
    async flash() {
      flashing = true;
      setTimeout(() => {
        flashing = false;
        void refresh();
      }, flashMs);
      await markTabs([]);
      await paint('✓', normalColor);
    },
    async warn(pattern) {
      const tabs = await browser.tabs.query({ url: pattern });
      await Promise.allSettled(
        tabs.flatMap(({ id: tabId }) => (tabId === undefined ? [] : browser.action.setBadgeText({ tabId, text: '!' }))),
      );
    },
  };
}
