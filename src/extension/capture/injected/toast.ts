import type { UndoMessage } from '../undo.ts';

/** What a toast says. */
export interface ToastWords {
  saved: string;
  undo: string;
  undone: string;
  notUndone: string;
}

/**
 * Shows for ten seconds that a memory was saved, with a button that takes it back. Answers true once it is shown.
 * Runs in a page, where it travels as text: it uses nothing from outside itself.
 * The page reaches nothing of it: the root is closed, its styles are its own, and only a person's own click counts.
 */
export function showToast(memoryId: string, words: ToastWords): true {
  const name = 'commonplace-toast';
  const shownMs = 10_000;
  const afterwardsMs = 4_000;

  const style = document.createElement('style');
  style.textContent = `
    div { display: flex; align-items: center; gap: 12px; padding: 8px 8px 8px 16px; min-height: 32px; border-radius: 6px;
      font: 14px/20px system-ui, sans-serif; color: light-dark(#24221d, #ece7da); background: light-dark(#ffffff, #292722);
      border: 1px solid light-dark(#8a8271, #7d7667); box-shadow: 0 4px 16px light-dark(#24221d33, #00000080); animation: come 120ms ease-out; }
    span { padding: 6px 8px 6px 0; overflow-wrap: anywhere; }
    button { all: unset; box-sizing: border-box; min-height: 32px; padding: 0 12px; border-radius: 4px; cursor: pointer;
      font-weight: 600; color: light-dark(#1d5c44, #8acbaa); }
    button:hover { background: light-dark(#f4f0e7, #161511); }
    button:focus-visible { outline: 2px solid; outline-offset: 2px; }
    button:disabled { opacity: 0.6; cursor: default; }
    @keyframes come { from { opacity: 0; transform: translateY(8px); } }
    @media (prefers-reduced-motion: reduce) { div { animation: none; } }`;

  const text = document.createElement('span');
  text.textContent = words.saved;
  const undo = document.createElement('button');
  undo.type = 'button';
  undo.textContent = words.undo;
  const box = document.createElement('div');
  box.append(text, undo);
  // A live region speaks of what changes in it, so it has to be there before its words.
  const region = document.createElement('section');
  region.setAttribute('role', 'status');

  const host = document.createElement(name);
  host.style.cssText =
    'all: initial !important; display: block !important; position: fixed !important; inset: auto 16px 16px auto !important; z-index: 2147483647 !important;' +
    'max-width: min(28rem, calc(100vw - 32px)) !important; color-scheme: light dark !important;';
  // The top layer: above whatever the page has opened.
  host.popover = 'manual';
  host.attachShadow({ mode: 'closed' }).append(style, region);
  document.querySelector(name)?.remove();
  document.body.append(host);
  host.showPopover();
  setTimeout(() => region.append(box));

  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastsMs = shownMs;
  const close = () => host.remove();
  const wait = () => clearTimeout(timer);
  const go = () => {
    wait();
    timer = setTimeout(close, lastsMs);
  };
  host.addEventListener('pointerenter', wait);
  host.addEventListener('pointerleave', go);
  host.addEventListener('focusin', wait);
  host.addEventListener('focusout', go);
  host.addEventListener('keydown', (event) => {
    if (event.isTrusted && event.key === 'Escape') close();
  });

  async function takeBack(): Promise<void> {
    undo.disabled = true;
    // `chrome` is there in every browser; in Chromium `browser` might be an element of the page.
    const { runtime } = (
      globalThis as unknown as { chrome: { runtime: { sendMessage(message: UndoMessage): Promise<unknown> } } }
    ).chrome;
    const undone = await runtime.sendMessage({ kind: 'undo', id: memoryId }).catch(() => false);
    text.textContent = undone === true ? words.undone : words.notUndone;
    undo.remove();
    lastsMs = afterwardsMs;
    go();
  }

  undo.addEventListener('click', (event) => {
    if (event.isTrusted) void takeBack();
  });
  go();
  return true;
}
