import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useSettings } from './context.ts';

/**
 * When a part of the section Sync replaces the one in which the user acted, moves the focus to an element of the new
 * part: when it appears, or once `isReady`. Does nothing if the user has moved the focus elsewhere. `inView`: what is
 * scrolled into view.
 */
export function useMovedFocus(element: RefObject<HTMLElement | null>, { isReady = true, inView = element } = {}): void {
  const { sync } = useSettings();
  useLayoutEffect(() => {
    if (!isReady || !sync.takesFocus() || document.activeElement !== document.body) return;
    element.current?.focus({ preventScroll: true });
    inView.current?.scrollIntoView({ block: inView === element ? 'nearest' : 'start' });
  }, [isReady]);
}
