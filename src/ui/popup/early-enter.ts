/**
 * Notes whether Enter is pressed while the code of the screen is still loading. Returns a function that ends this, and
 * returns whether it was.
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
