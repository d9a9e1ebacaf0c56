import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useFrame } from './frame.ts';
import './confirm.css';

interface ConfirmProps {
  name: string;
  /** What the user should know before confirming, such as what will be lost. One or more sentences. */
  warning: string;
  /** The label of the confirming button. */
  act: string;
  /** The label of the cancelling button. */
  keep?: string;
  /** Names the item, if there are several such buttons. */
  about?: string;
  run(): Promise<void> | void;
}

/** A button for an action that can't be undone. It first shows a warning and asks for confirmation. */
export function Confirm({ name, warning, act, keep, about, run }: ConfirmProps) {
  const { t } = useFrame();
  const isConfirming = useSignal(false);
  const keepButton = useRef<HTMLButtonElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useLayoutEffect(() => {
    if (isConfirming.value) keepButton.current?.focus();
    else if (wasConfirming.current) openButton.current?.focus();
    wasConfirming.current = isConfirming.value;
  }, [isConfirming.value]);

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    isConfirming.value = false;
  }

  if (!isConfirming.value) {
    return (
      <button
        ref={openButton}
        type="button"
        class="button bare"
        aria-label={about === undefined ? undefined : `${name}: ${about}`}
        onClick={() => (isConfirming.value = true)}
      >
        {name}
      </button>
    );
  }
  return (
    <div class="confirm" role="group" aria-label={warning} onKeyDown={onKey}>
      <p>{warning}</p>
      <button ref={keepButton} type="button" class="button" onClick={() => (isConfirming.value = false)}>
        {keep ?? t('confirm.keep')}
      </button>
      <button
        type="button"
        class="button loss"
        onClick={() => void Promise.resolve(run()).finally(() => (isConfirming.value = false))}
      >
        {act}
      </button>
    </div>
  );
}
