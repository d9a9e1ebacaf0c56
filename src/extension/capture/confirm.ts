import { browser } from 'wxt/browser';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../../ui/i18n/translator.ts';
import type { Badge } from '../badge.ts';
import type { Outcome } from '../inbox/inbox.ts';
import { showToast } from './injected/toast.ts';
import type { Notifier } from './notify.ts';
import type { Undo } from './undo.ts';

/** What confirming a save needs. */
export interface ConfirmParts {
  t: Translate;
  badge: Badge;
  notifier: Notifier;
  undo: Undo;
}

interface ClickDetails {
  clipped: boolean;
  tabId: number | undefined;
}

type Handlers = {
  [State in Outcome['state']]: (outcome: Extract<Outcome, { state: State }>, details: ClickDetails) => Promise<void>;
};

/**
 * Returns a function that shows the outcome of a click. A save shows in a toast if the page allows one, everything else
 * in a notification.
 */
export function createConfirm({
  t,
  badge,
  notifier,
  undo,
}: ConfirmParts): (outcome: Outcome, details: ClickDetails) => Promise<void> {
  const handlers: Handlers = {
    async saved({ answer }, { clipped, tabId }) {
      const { id } = JSON.parse(answer.body ?? '') as Memory;
      await Promise.all([undo.allow(id), badge.flash()]);
      const saved = clipped ? t('toast.savedFirst', { most: limits.contentBytes / 1024 }) : t('toast.saved');
      const texts = { saved, undo: t('toast.undo'), undone: t('toast.undone'), notUndone: t('toast.notUndone') };
      if (!(await tryToast(tabId, id, texts))) await notifier.offerUndo(id, saved);
    },
    waiting: ({ sentence }) => notifier.say([sentence, t('toast.kept')].filter(Boolean).join(' ')),
    refused: ({ sentence }) => notifier.say(`${sentence} ${t('toast.refused')}`),
    lost: () => notifier.say(t('toast.lost')),
  };
  return (outcome, details) =>
    (handlers[outcome.state] as (outcome: Outcome, details: ClickDetails) => Promise<void>)(outcome, details);
}

async function tryToast(tabId: number | undefined, ...args: Parameters<typeof showToast>): Promise<boolean> {
  if (tabId === undefined) return false;
  const results = await browser.scripting
    .executeScript({ target: { tabId }, injectImmediately: true, func: showToast, args })
    .catch(() => []);
  return results[0]?.result === true;
}
