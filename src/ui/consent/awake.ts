import { signal } from '@preact/signals';

/**
 * How long the window must have been visible and focused before Allow works, so that a click meant for another window
 * can't allow access.
 */
export const wakeMs = 600;

/** Whether the window has been visible and focused for `wakeMs` without interruption. */
export function createAwake(page: Document = document) {
  const isAwake = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    clearTimeout(timer);
    isAwake.value = false;
    if (page.visibilityState === 'visible' && page.hasFocus()) timer = setTimeout(() => (isAwake.value = true), wakeMs);
  }

  return {
    isAwake,
    /** Follows the window. Returns a function that stops it. */
    follow(): () => void {
      const view = page.defaultView;
      look();
      page.addEventListener('visibilitychange', look);
      view?.addEventListener('focus', look);
      view?.addEventListener('blur', look);
      return () => {
        clearTimeout(timer);
        page.removeEventListener('visibilitychange', look);
        view?.removeEventListener('focus', look);
        view?.removeEventListener('blur', look);
      };
    },
  };
}
