import type { ComponentChildren } from 'preact';
import type { SyncState } from '../../lib/sync.ts';
import { useSettings } from './context.ts';

/** The memories whose changes wait to be sent, and those that stay only here with the reason. */
export function SyncOutbox({ state: { counts, waiting, stuck, quota, isRunning, server } }: { state: SyncState }) {
  const { t, sync } = useSettings();
  const waits = counts.waiting > 0 && !isRunning && server?.mode !== 'pull';
  return (
    <>
      {waits && (
        <details class="sync-waiting" open={quota !== undefined}>
          <summary>{t('sync.outbox')}</summary>
          <ul class="settings-facts">
            {waiting.map(({ id, text }) => (
              <li key={id}>
                <bdi>{text}</bdi>
              </li>
            ))}
            <More count={counts.waiting - waiting.length} />
          </ul>
        </details>
      )}
      {counts.stuck > 0 && (
        <>
          <h3 id="stuck-title">{t('sync.stuck', { count: counts.stuck })}</h3>
          <ul class="models" aria-labelledby="stuck-title">
            {stuck.map(({ id, text, reason }) => (
              <li class="model" key={id}>
                <bdi>{text}</bdi>
                <p class="model-fault">{reason}</p>
              </li>
            ))}
            <More count={counts.stuck - stuck.length} />
          </ul>
        </>
      )}
      {(counts.stuck > 0 || (waits && quota !== undefined)) && (
        <button type="button" class="button" onClick={() => void sync.send({ do: 'retry' })}>
          {t('sync.retry')}
        </button>
      )}
    </>
  );
}

/** The last line of a list that shows only some. */
function More({ count }: { count: number }): ComponentChildren {
  const { t } = useSettings();
  return count > 0 && <li>{t('sync.more', { count })}</li>;
}
