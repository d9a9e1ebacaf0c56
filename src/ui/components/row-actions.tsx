import { useSignal } from '@preact/signals';
import type { Memory } from '../../v1/schemas/memory.ts';
import { ActionBar } from './action-bar.tsx';
import { Icon } from './icon.tsx';
import { useScreen } from './screen.ts';
import './row-actions.css';

/**
 * The actions of a row, folded into one button, so that they cover nothing. They unfold when the pointer is on the
 * button or the focus is on an action.
 */
export function RowActions({ memory, tabIndex }: { memory: Memory; tabIndex: 0 | -1 }) {
  const { t } = useScreen();
  /** Keeps the actions unfolded after a click, until the pointer leaves them. */
  const isUnfolded = useSignal(false);
  return (
    <div class={`memory-ways ${isUnfolded.value ? 'unfolded' : ''}`} onPointerLeave={() => (isUnfolded.value = false)}>
      <ActionBar memory={memory} tabIndex={tabIndex} />
      <button
        type="button"
        class="action memory-more"
        tabIndex={-1}
        title={t('memory.actions')}
        aria-expanded={isUnfolded.value}
        onClick={() => (isUnfolded.value = true)}
      >
        <span class="unseen">{t('memory.actions')}</span>
        <Icon name="more" />
      </button>
    </div>
  );
}
