import type { UndoMessage } from '../undo.ts';

/** The texts of a toast, in the user's language. */
export interface ToastTexts {
  saved: string;
  undo: string;
  undone: string;
  notUndone: string;
}

/**
 * Shows for ten seconds that a memory was saved, with an undo button. Runs in a page, so the function uses nothing from
 * outside itself. The page can't reach into the toast: the shadow root is closed, styles are reset, and only trusted
 * clicks count.
 */
export function showToast(memoryId: string, texts: ToastTexts): true {
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
  text.textContent = texts.saved;
  const undo = document.createElement('button');
  undo.type = 'button';
  undo.textContent = texts.undo;
  const box = document.createElement('div');
  box.append(text, undo);
  // A live region announces changes, so it must exist before its text.
  const region = document.createElement('section');
  region.setAttribute('role', 'status');

  const host = document.createElement(name);
  host.style.cssText =
    'all: initial !important; display: block !important; position: fixed !important; inset: auto 16px 16px auto !important; z-index: 2147483647 !important;' +
    'max-width: min(28rem, calc(100vw - 32px)) !important; color-scheme: light dark !important;';
  // The top layer: above everything the page has opened.
  host.popover = 'manual';
  host.attachShadow({ mode: 'closed' }).append(style, region);
  document.querySelector(name)?.remove();
  document.body.append(host);
  host.showPopover();
  setTimeout(() => region.append(box));

  let timer: ReturnType<typeof setTimeout> | undefined;
  let durationMs = shownMs;
  const close = () => host.remove();
  const stopTimer = () => clearTimeout(timer);
  const startTimer = () => {
    stopTimer();
    timer = setTimeout(close, durationMs);
  };
  host.addEventListener('pointerenter', stopTimer);
  host.addEventListener('pointerleave', startTimer);
  host.addEventListener('focusin', stopTimer);
  host.addEventListener('focusout', startTimer);
  host.addEventListener('keydown', (event) => {
    if (event.isTrusted && event.key === 'Escape') close();
  });

  async function undoSave(): Promise<void> {
    undo.disabled = true;
    // Every browser has the global `chrome`. In Chromium, the global `browser` could be an element of the page.
    const { runtime } = (
      globalThis as unknown as { chrome: { runtime: { sendMessage(message: UndoMessage): Promise<unknown> } } }
    ).chrome;
    const undone = await runtime.sendMessage({ kind: 'undo', id: memoryId }).catch(() => false);
    text.textContent = undone === true ? texts.undone : texts.notUndone;
    undo.remove();
    durationMs = afterwardsMs;
    startTimer();
  }

  undo.addEventListener('click', (event) => {
    if (event.isTrusted) void undoSave();
  });
  startTimer();
  return true;
}
