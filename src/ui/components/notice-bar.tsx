import { ariaKeys } from '../state/keyboard.ts';
import { Key } from './key.tsx';
import { Icon } from './icon.tsx';
import { useFrame } from './frame.ts';
import './notice-bar.css';

/**
 * Shows the current notice, such as the last action or a failure, with its button, such as Undo.
 * @param shows returns whether the list shows a memory. If the notice is about a shown memory, the memory's row offers
 * the action, and the bar is for screen readers only
 */
export function NoticeBar({ shows }: { shows?: (id: string) => boolean }) {
  const { t, keys, notices } = useFrame();
  const notice = notices.current.value;
  const isInRow = notice?.about !== undefined && shows?.(notice.about) === true;
  return (
    <div
      class="notices"
      role="status"
      onPointerEnter={notices.pause}
      onPointerLeave={notices.resume}
      onFocusIn={notices.pause}
      onFocusOut={notices.resume}
    >
      {notice !== undefined && (
        <div class={`notice ${notice.tone} ${isInRow ? 'unseen' : ''}`}>
          <p>
            {notice.tone === 'done' && <Icon name="done" />} {notice.text}
          </p>
          {notice.action !== undefined && !isInRow && (
            <button
              type="button"
              class="button"
              aria-keyshortcuts={notice.action.undoes ? ariaKeys(keys.undo) : undefined}
              onClick={() => void notice.action?.run()}
            >
              {notice.action.label} {notice.action.undoes && <Key name={keys.undo} />}
            </button>
          )}
          {!isInRow && (
            <button type="button" class="button bare" aria-label={t('notice.close')} onClick={notices.dismiss}>
              <Icon name="close" />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
