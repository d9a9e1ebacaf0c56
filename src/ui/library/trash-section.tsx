import { daysLeft } from '../state/trash.ts';
import { limits } from '../../v1/limits.ts';
import { Confirm } from '../components/confirm.tsx';
import { LoadArea } from '../components/load-area.tsx';
import { Message } from '../components/message.tsx';
import { Progress } from '../components/progress.tsx';
import { useEffect } from 'preact/hooks';
import { useLibrary } from './context.ts';
import { Part } from './part.tsx';
import './items.css';

/** Deleted memories, which can be restored. */
export function TrashSection() {
  const { t, ago, trash, rights } = useLibrary();
  const writes = !rights?.lacks('memories:write');
  useEffect(() => void trash.refresh(), []);
  const leftOf = (deletedAt: string) => {
    const count = daysLeft(deletedAt);
    return count <= 1 ? t('trash.lastDay') : t('trash.daysLeft', { count });
  };
  return (
    <Part title={t('library.trash')} lead={t('trash.lead', { days: limits.trashDays })}>
      <LoadArea loaded={trash} scope="memories:read">
        {({ memories, nextCursor }) =>
          memories.length === 0 ? (
            <Message title={t('trash.none')} />
          ) : (
            <>
              {writes && trash.emptiedCount.value === undefined && (
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
                  <li key={memory.id} class="item">
                    <div class="item-words">
                      <p class="item-text reading" dir="auto">
                        {memory.content.slice(0, 400)}
                      </p>
                      <p class="item-about">
                        {memory.deletedAt !== undefined && (
                          <>
                            {t('trash.deletedAgo', { when: ago(memory.deletedAt) })} · {leftOf(memory.deletedAt)}
                          </>
                        )}
                      </p>
                    </div>
                    {writes && (
                      <div class="item-ways">
                        <button
                          type="button"
                          class="button"
                          aria-label={`${t('trash.restore')}: ${memory.content.slice(0, 60)}`}
                          onClick={() => void trash.restore(memory)}
                        >
                          {t('trash.restore')}
                        </button>
                        <Confirm
                          name={t('trash.destroy')}
                          about={memory.content.slice(0, 60)}
                          warning={t('trash.destroyWarning')}
                          act={t('trash.destroyAct')}
                          run={() => trash.destroy(memory)}
                        />
                      </div>
                    )}
                  </li>
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
