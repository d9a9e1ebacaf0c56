/** Calls `onLost` when what had the focus was taken out of `root` and nothing else got it: keys and screen readers would begin at nowhere. Answers how to end it. */
export function watchFocus(root: HTMLElement, onLost: () => void): () => void {
  let latest: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => {
    latest = target;
  };
  const observer = new MutationObserver(() => {
    if (!(latest instanceof Node) || latest.isConnected || document.activeElement !== document.body) return;
    latest = null;
    onLost();
  });
  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
