import type { PopupState } from './state.ts';

/**
 * Notes whether Enter is pressed while the code of the screen is still loading. Returns a function that stops listening
 * and returns whether Enter was pressed.
 */
export function noteEnter(): () => boolean {
  let isPressed = false;
  const note = ({ key, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key === 'Enter' && !isComposing && !ctrlKey && !metaKey && !altKey) isPressed = true;
  };
  document.addEventListener('keydown', note);
  return () => {
    document.removeEventListener('keydown', note);
    return isPressed;
  };
}

/** Carries out an Enter that was noted while the code was loading. `typed`: the text typed until then. */
export function enter(state: Pick<PopupState, 'saveOffered'>, field: Element | null, typed: string): void {
  if (typed === '') void state.saveOffered();
  else field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
