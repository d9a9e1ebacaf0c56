import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useSettings } from './context.ts';

/**
 * If the user's action replaced the focused part of the section Sync, moves the focus to `element`, once `isReady`.
 * Does nothing if the user has moved the focus elsewhere. `inView`: the element to scroll into view.
 */
export function useMovedFocus(element: RefObject<HTMLElement | null>, { isReady = true, inView = element } = {}): void {
  const { sync } = useSettings();
  useLayoutEffect(() => {
    if (!isReady || !sync.takesFocus() || document.activeElement !== document.body) return;
    element.current?.focus({ preventScroll: true });
    inView.current?.scrollIntoView({ block: inView === element ? 'nearest' : 'start' });
  }, [isReady]);
}
