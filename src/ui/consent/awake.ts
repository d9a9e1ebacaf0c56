import { signal } from '@preact/signals';

/**
 * The Allow button works only after the window was visible and focused this long, so that a click meant for another
 * window can't allow access.
 */
export const wakeMs = 600;

/** Whether the window has been visible and focused for `wakeMs` without interruption. */
export function createAwake(page: Document = document) {
  const isAwake = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function restart(): void {
    clearTimeout(timer);
    isAwake.value = false;
    if (page.visibilityState === 'visible' && page.hasFocus()) timer = setTimeout(() => (isAwake.value = true), wakeMs);
  }

  return {
    isAwake,
    /** Follows the window until the returned function is called. */
    follow(): () => void {
      const view = page.defaultView;
      restart();
      page.addEventListener('visibilitychange', restart);
      view?.addEventListener('focus', restart);
      view?.addEventListener('blur', restart);
      return () => {
        clearTimeout(timer);
        page.removeEventListener('visibilitychange', restart);
        view?.removeEventListener('focus', restart);
        view?.removeEventListener('blur', restart);
      };
    },
  };
}
