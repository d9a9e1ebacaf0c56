import { useEffect } from 'preact/hooks';
import {
  serverAddress,
  type SyncDecision,
  type SyncQuestion,
  type SyncServer,
  type SyncState,
} from '../../lib/sync.ts';
import { Confirm } from '../components/confirm.tsx';
import { hostOf } from '../text/host-of.ts';
import { ConflictList } from './conflict-list.tsx';
import { useSettings } from './context.ts';

interface StatusProps {
  state: SyncState;
  server: SyncServer;
}

/** How sync goes, and what the user can do about it. */
export function SyncStatus({ state, server }: StatusProps) {
  const { t, sync, sites, notices } = useSettings();
  const host = hostOf(server.address);
  const { paused, isRunning, question } = state;
  const parsed = serverAddress(server.address);
  const isUnencrypted = 'address' in parsed && parsed.isUnencrypted;

  useEffect(() => void sync.lookAtPermission(server.address), [server.address, state.last?.at]);

  async function disconnect(): Promise<void> {
    const isSite = sites.all.value?.some(({ origin }) => origin === new URL(server.address).origin) ?? true;
    await sync.disconnect(server.address, { keepsPermission: isSite });
    notices.say(t('sync.disconnected'));
  }

  return (
    <>
      <div class="setting">
        <div class="setting-words">
          <p class="setting-now">
            {t('sync.with', { host })} {server.mode !== 'merge' && t(`sync.only.${server.mode}`)}
          </p>
          {isUnencrypted && <p class="setting-fault">{t('sync.isUnencrypted')}</p>}
          <Progress state={state} />
          {sync.isAllowed.value ? (
            <Trouble state={state} host={host} />
          ) : (
            <p class="setting-fault" role="alert">
              {t('sync.forbiddenByBrowser', { host })}
            </p>
          )}
        </div>
        <button
          type="button"
          class="button"
          disabled={paused || isRunning || question !== undefined}
          onClick={() => void sync.send({ do: 'now' })}
        >
          {t('sync.now')}
        </button>
        <button type="button" class="button" onClick={() => void sync.send({ do: paused ? 'resume' : 'pause' })}>
          {t(paused ? 'sync.resume' : 'sync.pause')}
        </button>
      </div>
      {!sync.isAllowed.value && (
        <button type="button" class="button primary" onClick={() => void sync.allow(server.address)}>
          {t('sync.allow')}
        </button>
      )}
      {question !== undefined && <Question question={question} />}
      {state.last?.stopped === 'unauthorized' && !sync.isChanging.value && (
        <button type="button" class="button primary" onClick={() => sync.change(server.address)}>
          {t('sync.newToken')}
        </button>
      )}
      <Stuck state={state} />
      <ConflictList conflicts={state.conflicts} count={state.counts.conflicts} host={host} />
      <Confirm
        name={t('sync.disconnect')}
        warning={t('sync.disconnectWarning', { host })}
        act={t('sync.disconnect')}
        run={disconnect}
      />
    </>
  );
}

/** What is synced and what waits. Says that both sides are the same only after a comparison has shown it. */
export function Progress({ state: { isRunning, paused, counts, proof, last } }: { state: SyncState }) {
  const { t, ago } = useSettings();
  const isProved = proof?.same === true && counts.waiting === 0 && last?.stopped === null;
  return (
    <div role="status">
      {isRunning && <p>{t('sync.running')}</p>}
      {paused && <p>{t('sync.paused')}</p>}
      {isProved && <p>{t('sync.proved', { count: proof.count, when: ago(proof.at) })}</p>}
      {proof?.same === false && <p>{t('sync.different', { when: ago(proof.at) })}</p>}
      {!isProved && <p>{t('sync.synced', { count: counts.synced })}</p>}
      {counts.waiting > 0 && <p>{t('sync.waiting', { count: counts.waiting })}</p>}
      {last !== undefined && last.stopped === null && <p>{t('sync.lastRound', { when: ago(last.at) })}</p>}
    </div>
  );
}

const troubles = ['unreachable', 'failed', 'paused', 'unauthorized'] as const;

function Trouble({ state: { last, retryAt, paused, isRunning }, host }: { state: SyncState; host: string }) {
  const { t, formats } = useSettings();
  const trouble = troubles.find((name) => name === last?.stopped);
  if (trouble === undefined || paused || isRunning) return null;
  return (
    <p class="setting-fault" role="alert">
      {t(`sync.stop.${trouble}`, { host })} {retryAt !== undefined && t('sync.again', { time: formats.soon(retryAt) })}
    </p>
  );
}

/** A question to the user. Sync waits for the answer. */
function Question({ question }: { question: SyncQuestion }) {
  const { t, sync } = useSettings();
  const isOther = question.kind === 'other-account';
  const ways: [SyncDecision, 'sync.isSame' | 'sync.isNew' | 'sync.keepHere' | 'sync.deleteHere'][] = isOther
    ? [
        ['same', 'sync.isSame'],
        ['new', 'sync.isNew'],
      ]
    : [
        ['keep', 'sync.keepHere'],
        ['delete', 'sync.deleteHere'],
      ];
  const words = isOther
    ? t('sync.askOther', { count: question.known, found: question.found })
    : t('sync.askAbsence', { count: question.known, missing: question.missing });
  return (
    <div class="settings-away" role="alert">
      <p>{words}</p>
      <div class="form-end">
        {ways.map(([decision, key]) => (
          <button
            type="button"
            class="button"
            key={decision}
            onClick={() => void sync.send({ do: 'decide', decision })}
          >
            {t(key)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Memories that stay only here, with the reason. */
function Stuck({ state: { counts, stuck } }: { state: SyncState }) {
  const { t, sync } = useSettings();
  if (counts.stuck === 0) return null;
  return (
    <>
      <h3 id="stuck-title">{t('sync.stuck', { count: counts.stuck })}</h3>
      <ul class="models" aria-labelledby="stuck-title">
        {stuck.map(({ id, text, reason }) => (
          <li class="model" key={id}>
            <bdi>{text}</bdi>
            <p class="model-fault">{reason}</p>
          </li>
        ))}
      </ul>
      <button type="button" class="button" onClick={() => void sync.send({ do: 'retry' })}>
        {t('sync.retry')}
      </button>
    </>
  );
}
