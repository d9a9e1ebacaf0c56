import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useFrame } from './frame.ts';
import './confirm.css';

interface ConfirmProps {
  /** The button's label. */
  name: string;
  /** What will be lost, as a sentence. */
  warning: string;
  /** The label of the button that confirms. */
  act: string;
  /** Names the item, if there are several such buttons. */
  about?: string;
  run(): Promise<void> | void;
}

/** For the few actions that can't be undone: a button that first says what will be lost. */
export function Confirm({ name, warning, act, about, run }: ConfirmProps) {
  const { t } = useFrame();
  const asking = useSignal(false);
  const keep = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useLayoutEffect(() => {
    if (asking.value) keep.current?.focus();
    else if (asked.current) first.current?.focus();
    asked.current = asking.value;
  }, [asking.value]);

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    asking.value = false;
  }

  if (!asking.value) {
    return (
      <button
        ref={first}
        type="button"
        class="button bare"
        aria-label={about === undefined ? undefined : `${name}: ${about}`}
        onClick={() => (asking.value = true)}
      >
        {name}
      </button>
    );
  }
  return (
    <div class="confirm" role="group" aria-label={warning} onKeyDown={onKey}>
      <p>{warning}</p>
      <button ref={keep} type="button" class="button" onClick={() => (asking.value = false)}>
        {t('confirm.keep')}
      </button>
      <button
        type="button"
        class="button loss"
        onClick={() => void Promise.resolve(run()).finally(() => (asking.value = false))}
      >
        {act}
      </button>
    </div>
  );
}
