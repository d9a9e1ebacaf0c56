import { browser } from 'wxt/browser';
import type { Translate } from '../../ui/i18n/translator.ts';
import type { Undo } from './undo.ts';

const savedPrefix = 'saved:';

export interface Notifier {
  say(message: string): Promise<void>;
  /**
   * Says that a memory was saved and offers to undo the save with a button. In Firefox, notifications have no buttons,
   * so a click undoes the save.
   */
  offerUndo(memoryId: string, message: string): Promise<void>;
}

/**
 * Browser notifications: messages, and saves from pages that can't show a toast. Listens at once, because a click on a
 * notification may have started the background.
 */
export function createNotifier({ t, undo }: { t: Translate; undo: Undo }): Notifier {
  const { notifications } = browser;
  // Firefox has the event but refuses notifications with buttons.
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

  async function undoSave(notificationId: string): Promise<void> {
    if (!notificationId.startsWith(savedPrefix)) return;
    await notifications.clear(notificationId);
    const undone = await undo.run(notificationId.slice(savedPrefix.length));
    await show(undone ? t('toast.undone') : t('toast.notUndone'));
  }

  if (hasButtons) notifications.onButtonClicked.addListener((id) => void undoSave(id));
  notifications.onClicked.addListener((id) => void (hasButtons ? notifications.clear(id) : undoSave(id)));

  return {
    say: (message) => show(message),
    offerUndo: (memoryId, message) =>
      hasButtons
        ? show(message, savedPrefix + memoryId, { buttons: [{ title: t('toast.undo') }] })
        : show(`${message} ${t('toast.clickToUndo')}`, savedPrefix + memoryId),
  };
}
