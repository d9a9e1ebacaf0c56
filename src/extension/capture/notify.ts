import { browser } from 'wxt/browser';
import type { Translate } from '../../ui/i18n/translator.ts';
import type { Undo } from './undo.ts';

const savedPrefix = 'saved:';

export interface Notifier {
  /** Says something that a click only closes. */
  say(message: string): Promise<void>;
  /** Says that a memory was saved, and offers to take it back: by a button, or by a click where there are none (Firefox). */
  offerUndo(memoryId: string, message: string): Promise<void>;
}

/** Notifications of the browser, for where no page can show a toast. Listens at once, since a background may be started by a click on one. */
export function createNotifier({ t, undo }: { t: Translate; undo: Undo }): Notifier {
  const { notifications } = browser;
  // Firefox has the event, but refuses a notification with buttons.
  const hasButtons = !import.meta.env.FIREFOX;

  const show = async (
    message: string,
    id: string = crypto.randomUUID(),
    options: { buttons?: { title: string }[] } = {},
  ) => {
    await notifications.create(id, {
      type: 'basic',
      iconUrl: browser.runtime.getURL('/icon/128.png'),
      title: t('name'),
      message,
      ...options,
    });
  };

  async function takeBack(notificationId: string): Promise<void> {
    if (!notificationId.startsWith(savedPrefix)) return;
    await notifications.clear(notificationId);
    const undone = await undo.run(notificationId.slice(savedPrefix.length));
    await show(undone ? t('toast.undone') : t('toast.notUndone'));
  }

  if (hasButtons) notifications.onButtonClicked.addListener((id) => void takeBack(id));
  notifications.onClicked.addListener((id) => void (hasButtons ? notifications.clear(id) : takeBack(id)));

  return {
    say: (message) => show(message),
    offerUndo: (memoryId, message) =>
      hasButtons
        ? show(message, savedPrefix + memoryId, { buttons: [{ title: t('toast.undo') }] })
        : show(`${message} ${t('toast.clickToUndo')}`, savedPrefix + memoryId),
  };
}
