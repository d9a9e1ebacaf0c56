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

/** Does what Enter would have done now. `typed`: the text before the code was loaded. */
export function enter(state: Pick<PopupState, 'saveOffered'>, field: Element | null, typed: string): void {
  if (typed === '') void state.saveOffered();
  else field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}
