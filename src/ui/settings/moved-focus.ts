import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useSettings } from './context.ts';

/**
 * Keeps the focus in the section Sync: if the user's action replaces the focused part, moves the focus to `element` in
 * the new part, as soon as that part is shown and `isReady`. Does nothing if the user has moved the focus elsewhere.
 * `inView`: the element to scroll into view.
 */
export function useMovedFocus(element: RefObject<HTMLElement | null>, { isReady = true, inView = element } = {}): void {
  const { sync } = useSettings();
  useLayoutEffect(() => {
    if (!isReady || !sync.takesFocus() || document.activeElement !== document.body) return;
    element.current?.focus({ preventScroll: true });
    inView.current?.scrollIntoView({ block: inView === element ? 'nearest' : 'start' });
  }, [isReady]);
}
