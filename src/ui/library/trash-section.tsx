import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Memory } from '../../v1/schemas/memory.ts';
import { daysLeft } from '../state/trash.ts';
import { limits } from '../../v1/limits.ts';
import { Confirm } from '../components/confirm.tsx';
import { LoadArea } from '../components/load-area.tsx';
import { Message } from '../components/message.tsx';
import { Progress } from '../components/progress.tsx';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useLibrary } from './context.ts';
import { Part } from './part.tsx';
import './items.css';

/** Deleted memories, which can be restored. */
export function TrashSection() {
  const { t, trash, rights } = useLibrary();
  const canWrite = !rights?.lacks('memories:write');
  useEffect(() => void trash.refresh(), []);
  return (
    <Part title={t('library.trash')} lead={t('trash.lead', { days: limits.trashDays })}>
      <LoadArea loaded={trash} scope="memories:read">
        {({ memories, nextCursor }) =>
          memories.length === 0 ? (
            <Message title={t('trash.none')} />
          ) : (
            <>
              {canWrite && trash.emptiedCount.value === undefined && (
                <div class="part-act">
                  <Confirm
                    name={t('trash.empty')}
                    warning={t('trash.emptyWarning')}
                    act={t('trash.emptyAct')}
                    run={trash.empty}
                  />
                </div>
              )}
              {trash.emptiedCount.value !== undefined && (
                <div role="status">
                  <p>{t('trash.emptying', { count: trash.emptiedCount.value })}</p>
                  <Progress label={t('trash.empty')} share={undefined} />
                </div>
              )}
              <ul class="items" aria-label={t('library.trash')}>
                {memories.map((memory) => (
                  <TrashItem key={memory.id} memory={memory} canWrite={canWrite} />
                ))}
              </ul>
              {nextCursor && (
                <button type="button" class="button bare" onClick={() => void trash.more()}>
                  {t('recent.more')}
                </button>
              )}
            </>
          )
        }
      </LoadArea>
    </Part>
  );
}

/** A collapsed row contains at most this many UTF-16 units of a memory's text: more than fit in its three lines. */
const shownLength = 400;

/** A deleted memory, which can be read in full. `canWrite`: whether it can also be restored or deleted for good. */
export function TrashItem({ memory, canWrite }: { memory: Memory; canWrite: boolean }) {
  const { t, ago, trash } = useLibrary();
  const isWhole = useSignal(false);
  const { title, content, deletedAt } = memory;
  const name = (title ?? content).slice(0, 60);
  const text = useRef<HTMLParagraphElement>(null);
  const isCut = useIsCut(text, isWhole.value);
  const timeLeft = (deletedAt: string) => {
    const count = daysLeft(deletedAt);
    return count <= 1 ? t('trash.lastDay') : t('trash.daysLeft', { count });
  };

  return (
    <li class="item">
      <div class="item-words">
        {title !== null && title !== content && (
          <p class="item-title" dir="auto">
            {title}
          </p>
        )}
        <p ref={text} class={`item-text reading ${isWhole.value ? 'whole' : ''}`} dir="auto">
          {isWhole.value ? content : content.slice(0, shownLength)}
        </p>
        {(isWhole.value || isCut || content.length > shownLength) && (
          <button
            type="button"
            class="button bare item-more"
            aria-expanded={isWhole.value}
            onClick={() => (isWhole.value = !isWhole.value)}
          >
            {t(isWhole.value ? 'trash.readLess' : 'trash.readAll')} <span class="unseen">{name}</span>
          </button>
        )}
        <p class="item-about">
          {deletedAt !== undefined && (
            <>
              {t('trash.deletedAgo', { when: ago(deletedAt) })} · {timeLeft(deletedAt)}
            </>
          )}
        </p>
      </div>
      {canWrite && (
        <div class="item-ways">
          <button
            type="button"
            class="button"
            aria-label={`${t('trash.restore')}: ${name}`}
            onClick={() => void trash.restore(memory)}
          >
            {t('trash.restore')}
          </button>
          <Confirm
            name={t('trash.destroy')}
            about={name}
            warning={t('trash.destroyWarning')}
            act={t('trash.destroyAct')}
            run={() => trash.destroy(memory)}
          />
        </div>
      )}
    </li>
  );
}

/** Whether the element cuts off some of its lines at its current width. */
function useIsCut(element: RefObject<HTMLElement | null>, isWhole: boolean): boolean {
  const isCut = useSignal(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || isWhole) return undefined;
    const measure = () => void (isCut.value = current.scrollHeight > current.clientHeight);
    const resized = new ResizeObserver(measure);
    resized.observe(current);
    measure();
    return () => resized.disconnect();
  }, [isWhole]);
  return isCut.value;
}
