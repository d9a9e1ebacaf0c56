import { ariaKeys } from '../state/keyboard.ts';
import { Key } from './key.tsx';
import { Icon } from './icon.tsx';
import { useFrame } from './frame.ts';
import './notice-bar.css';

/**
 * Shows the current notice, such as the last action or a failure, with its button, such as Undo. Screen readers
 * announce a failure as an alert.
 * @param shows returns whether the list shows a memory. If the notice is about a shown memory, the memory's row offers
 * the action, and the bar only announces the notice
 */
export function NoticeBar({ shows }: { shows?: (id: string) => boolean }) {
  const { t, keys, notices } = useFrame();
  const notice = notices.current.value;
  const isInRow = notice?.about !== undefined && shows?.(notice.about) === true;
  const announced = `${notice?.text ?? ''} ${isInRow ? '' : (notice?.action?.label ?? '')}`.trim();
  const isFailure = notice?.tone === 'failed';
  return (
    <section
      class="notices"
      aria-label={t('notice.label')}
      onPointerEnter={notices.pause}
      onPointerLeave={notices.resume}
      onFocusIn={notices.pause}
      onFocusOut={notices.resume}
    >
      {/* Always there, since screen readers announce only the changes of a region that they know already. */}
      <p class="unseen" role="status">
        {isFailure ? '' : announced}
      </p>
      <p class="unseen" role="alert">
        {isFailure ? announced : ''}
      </p>
      {notice !== undefined && !isInRow && (
        <div class={`notice ${notice.tone}`}>
          <p>
            {notice.tone === 'done' && <Icon name="done" />} {notice.text}
          </p>
          {notice.action !== undefined && (
            <button
              type="button"
              class="button"
              aria-keyshortcuts={notice.action.undoes ? ariaKeys(keys.undo) : undefined}
              onClick={() => void notice.action?.run()}
            >
              {notice.action.label} {notice.action.undoes && <Key name={keys.undo} />}
            </button>
          )}
          <button type="button" class="button bare" aria-label={t('notice.close')} onClick={notices.dismiss}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </section>
  );
}
