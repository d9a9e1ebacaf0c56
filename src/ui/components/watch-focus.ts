/**
 * Calls `onLost` when the focused element was removed from `root` and nothing else took the focus.
 * Returns a function that stops watching.
 */
export function watchFocus(root: HTMLElement, onLost: () => void): () => void {
  let lastFocused: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => {
    lastFocused = target;
  };
  const observer = new MutationObserver(() => {
    if (!(lastFocused instanceof Node) || lastFocused.isConnected || document.activeElement !== document.body) return;
    lastFocused = null;
    onLost();
  });
  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
