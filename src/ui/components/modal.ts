import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onClose(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Returns the properties of a modal `dialog` element that is open while `shown` is truthy. `close` must make `shown`
 * falsy. `onKey` gets the keys that don't close the dialog. No key acts on what is behind the dialog.
 *
 * On Escape, browsers close a dialog by themselves, but fire the close event late: the dialog may be open again by
 * then. So this hook handles the key before the browser.
 */
export function useModal(shown: unknown, close: () => void, onKey?: (event: KeyboardEvent) => void): ModalProps {
  const ref = useRef<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    if (!shown) ref.current?.close();
    else if (ref.current?.open !== true) ref.current?.showModal();
  }, [shown]);
  return {
    ref,
    onClose() {
      if (ref.current?.open !== true) close();
    },
    onKeyDown(event) {
      event.stopPropagation();
      if (event.key !== 'Escape' || event.isComposing) return onKey?.(event);
      event.preventDefault();
      close();
    },
  };
}
