import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onClose(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Returns the properties of a modal `dialog` element that is open while `isOpen` is true. `close` must make `isOpen`
 * false. `onKey` gets the keys other than Escape. No key acts on what is behind the dialog.
 *
 * On Escape, browsers close a dialog by themselves, but send the close event late: the dialog may be open again by
 * then. So this hook handles the key before the browser.
 */
export function useModal(isOpen: boolean, close: () => void, onKey?: (event: KeyboardEvent) => void): ModalProps {
  const ref = useRef<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    if (!isOpen) ref.current?.close();
    else if (ref.current?.open !== true) ref.current?.showModal();
  }, [isOpen]);
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
