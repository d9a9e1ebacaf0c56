import type { SyncState, SyncStop, WaitingMemory } from '../../lib/sync.ts';
import { useSettings } from './context.ts';

interface OutboxProps {
  state: SyncState;
  host: string;
  /** Moves the focus to the status, because the list and its button may disappear. */
  focusStatus(): void;
}

/** The memories whose changes wait to be sent, and those that can't be synced, with the reasons. */
export function SyncOutbox({ state, host, focusStatus }: OutboxProps) {
  const { t, sync } = useSettings();
  const { counts, stuck, quota, isRunning, paused, question, server, last, retryAt } = state;
  const hasWaiting = counts.waiting > 0 && server?.mode !== 'pull';
  const isRefused = counts.stuck > 0 || (hasWaiting && (quota !== undefined || server?.mayWrite === false));
  const unlisted = counts.stuck - stuck.length;
  const isAskedToWait = last?.stopped === 'paused' && retryAt !== undefined;

  const commandButton = (command: 'now' | 'retry') => (
    <button
      type="button"
      class="button"
      disabled={paused || isRunning || question !== undefined}
      onClick={() => {
        focusStatus();
        void sync.send({ do: command });
      }}
    >
      {t(`sync.${command}`)}
    </button>
  );

  return (
    <>
      {hasWaiting && (
        <details class="sync-more" open={quota !== undefined}>
          <summary>{t('sync.outbox')}</summary>
          <div class="sync-waits">
            <WaitingChanges state={state} host={host} />
            {!isRefused && !isAskedToWait && commandButton('now')}
          </div>
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
            {unlisted > 0 && <li>{t('sync.more', { count: unlisted })}</li>}
          </ul>
        </>
      )}
      {isRefused && commandButton('retry')}
    </>
  );
}

function WaitingChanges({ state, host }: Pick<OutboxProps, 'state' | 'host'>) {
  const { t } = useSettings();
  const { counts, waiting } = state;
  const reasonOf = useReasons(state, host);
  const groups = [...Map.groupBy(waiting, reasonOf)];
  const others = counts.waiting - waiting.length;
  return (
    <>
      {groups.map(([reason, lines], index) => (
        <div key={reason}>
          <p id={`waits-${index}`}>{reason}</p>
          <ul class="settings-facts" aria-labelledby={`waits-${index}`}>
            {lines.map(({ id, text }) => (
              <li key={id}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {others > 0 && <p>{t('sync.more', { count: others })}</p>}
    </>
  );
}

const stops = ['unreachable', 'paused', 'unauthorized', 'failed'] as const satisfies SyncStop[];

/**
 * Returns a function that says why a change waits. If something holds up all changes, the function returns that instead
 * of the change's own reason.
 */
function useReasons(state: SyncState, host: string): (waiting: WaitingMemory) => string {
  const { t, formats, sync } = useSettings();
  const { question, server, paused, last, retryAt, quota, isRunning } = state;
  const withTime = (words: string, time: string | undefined) =>
    time === undefined ? words : `${words} ${t('sync.again', { time: formats.soon(time) })}`;
  const stop = isRunning ? undefined : stops.find((name) => name === last?.stopped);
  return ({ reason }) => {
    if (!sync.isAllowed.value) return t('sync.forbiddenByBrowser', { host });
    if (question !== undefined) return t('sync.waits.question');
    if (paused) return t('sync.waits.pausedHere');
    if (server?.mayWrite === false) return t('sync.waits.readOnly');
    if (stop !== undefined) return withTime(t(`sync.waits.${stop}`, { host }), retryAt);
    const words = t(`sync.waits.${reason}`, { host });
    return reason === 'quota' ? withTime(words, quota?.until) : words;
  };
}
