import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useSettings } from './context.ts';

/**
 * Moves the focus to an element of a part of the section Sync that replaces the part in which the user acted. It moves
 * when the part appears, or once `isReady`, unless the user has moved it elsewhere. `inView`: what is scrolled into view.
 */
export function useMovedFocus(element: RefObject<HTMLElement | null>, { isReady = true, inView = element } = {}): void {
  const { sync } = useSettings();
  useLayoutEffect(() => {
    if (!isReady || !sync.takesFocus() || document.activeElement !== document.body) return;
    element.current?.focus({ preventScroll: true });
    inView.current?.scrollIntoView({ block: inView === element ? 'nearest' : 'start' });
  }, [isReady]);
}
