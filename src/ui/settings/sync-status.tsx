import type { Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { serverAddress, type SyncNames, type SyncQuestion, type SyncServer, type SyncState } from '../../lib/sync.ts';
import { Confirm } from '../components/confirm.tsx';
import { hostOf } from '../text/host-of.ts';
import { ConflictList } from './conflict-list.tsx';
import { useSettings } from './context.ts';
import { useMovedFocus } from './moved-focus.ts';
import { SyncOutbox } from './sync-outbox.tsx';
import { CollectionsMissing, SyncPromises } from './sync-promises.tsx';

interface StatusProps {
  state: SyncState;
  server: SyncServer;
}

/** The status of sync, and the user's actions on it. */
export function SyncStatus({ state, server }: StatusProps) {
  const { t, sync } = useSettings();
  const host = hostOf(server.address);
  const { paused, isRunning, question } = state;
  const { offers, mode, isLimited, collections } = server;
  const progress = useRef<HTMLDivElement>(null);
  const mayOnlyRead = !server.mayWrite && server.mode !== 'pull';
  const needsToken = mayOnlyRead || state.last?.stopped === 'unauthorized';
  const parsed = serverAddress(server.address);
  const isUnencrypted = 'address' in parsed && parsed.isUnencrypted;

  useMovedFocus(progress, { isReady: !sync.isEditingServer.value && state.check === undefined });
  useEffect(() => void sync.checkPermission(server.address), [server.address, state.last?.at]);
  useEffect(() => void sync.noteServer(server.address), [server.address]);

  return (
    <>
      <div class="setting">
        <div class="setting-words">
          <p class="setting-now">
            {t('sync.with', { host })} {mode !== 'merge' && t(`sync.only.${mode}`)}
          </p>
          {isUnencrypted && <p class="setting-fault">{t('sync.isUnencrypted')}</p>}
          {mayOnlyRead && <p class="setting-fault">{t('sync.mayOnlyRead')}</p>}
          <Progress state={state} host={host} region={progress} />
          <CollectionsMissing collections={collections} host={host} sends={server.mayWrite && mode !== 'pull'} />
          <CollectionNames names={state.names} host={host} />
          {sync.isAllowed.value ? (
            <Trouble state={state} host={host} />
          ) : (
            <p class="setting-fault" role="alert">
              {t('sync.forbiddenByBrowser', { host })}
            </p>
          )}
        </div>
        <div class="form-end">
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
      </div>
      {!sync.isAllowed.value && (
        <button type="button" class="button primary" onClick={() => void sync.allow(server.address)}>
          {t('sync.allow')}
        </button>
      )}
      {question !== undefined && <Question question={question} />}
      {!sync.isEditingServer.value && (
        <button
          type="button"
          class={`button ${needsToken ? 'primary' : ''}`}
          onClick={() => sync.editServer(server.address)}
        >
          {t(needsToken ? 'sync.newToken' : 'sync.change')}
        </button>
      )}
      <SyncOutbox state={state} host={host} focusStatus={() => progress.current?.focus()} />
      <ConflictList
        conflicts={state.conflicts}
        count={state.counts.conflicts}
        host={host}
        focusStatus={() => progress.current?.focus()}
      />
      {offers !== undefined && (
        <details class="sync-more">
          <summary>{t('sync.promises')}</summary>
          <SyncPromises offers={offers} mode={mode} isLimited={isLimited} />
        </details>
      )}
      <Confirm
        name={t('sync.disconnect')}
        warning={t('sync.disconnectWarning', { host })}
        act={t('sync.disconnect')}
        keep={t('sync.stayConnected')}
        run={() => sync.disconnect(server.address)}
      />
    </>
  );
}

/**
 * Shows how many memories are synced and how many changes wait. Says that both sides are the same only after a
 * comparison has shown it.
 */
export function Progress({ state, host, region }: { state: SyncState; host: string; region: Ref<HTMLDivElement> }) {
  const { t, ago } = useSettings();
  const { isRunning, paused, counts, proof, last } = state;
  const isProved = proof?.same === true && proof.isCurrent && counts.waiting === 0 && last?.stopped === null;
  const synced = t('sync.synced', { count: counts.synced });

  function announced(): string {
    if (isRunning) return t('sync.running');
    if (paused) return t('sync.paused');
    if (isProved) return t('sync.allSame', { count: proof.count });
    return synced;
  }

  return (
    <div class="sync-progress" ref={region} tabIndex={-1}>
      {/* Has no times, which would be read out again and again. */}
      <p class="unseen" role="status">
        {announced()}
      </p>
      {isRunning && <p>{t('sync.running')}</p>}
      {paused && <p>{t('sync.paused')}</p>}
      {isProved && <p>{t('sync.proved', { count: proof.count, when: ago(proof.at) })}</p>}
      {proof?.same === false && <p>{t('sync.different', { when: ago(proof.at) })}</p>}
      {!isProved && <p>{synced}</p>}
      {!isProved && proof?.same === true && <p>{t('sync.wereSame', { when: ago(proof.at) })}</p>}
      <WaitingCount state={state} host={host} />
      {counts.partial > 0 && <p>{t('sync.partial', { count: counts.partial, host })}</p>}
      {counts.hidden > 0 && <p>{t('sync.hidden', { count: counts.hidden, host })}</p>}
      {last !== undefined && last.stopped === null && <p>{t('sync.lastRound', { when: ago(last.at) })}</p>}
    </div>
  );
}

/** How many changes wait and, if the server's plan is used up, until when. */
function WaitingCount({ state: { counts, quota, server }, host }: { state: SyncState; host: string }) {
  const { t, formats } = useSettings();
  const count = counts.waiting;
  if (count === 0) return null;
  if (server?.mode === 'pull') return <p>{t('sync.notSent', { count })}</p>;
  if (quota === undefined) return <p>{t('sync.waiting', { count })}</p>;
  const time = formats.soon(quota.until);
  if (quota.kind === 'unknown') return <p>{t('sync.quota.unknown', { count, host, time })}</p>;
  const { kind, used, limit } = quota;
  return <p>{t(`sync.quota.${kind}`, { count, used, limit, host, time })}</p>;
}

function CollectionNames({ names: { merged, different, kept, unusable }, host }: { names: SyncNames; host: string }) {
  const { t, formats } = useSettings();
  const listed = (names: string[]) => formats.list(names.map((name) => `“${name}”`));
  const facts = [
    ...merged.map((names) => t('sync.mergedNames', { names: listed(names), host })),
    ...different.map(({ here, there }) => t('sync.differentNames', { here, there, host })),
    ...(kept.length > 0 ? [t('sync.keptNames', { names: listed(kept), host })] : []),
    ...(unusable.length > 0 ? [t('sync.unusableNames', { names: listed(unusable), host })] : []),
  ];
  if (facts.length === 0) return null;
  return (
    <div class="sync-names">
      <p class="setting-now">{t('sync.namesTitle')}</p>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
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
  const answers = isOther
    ? ([
        ['same', 'sync.isSame'],
        ['new', 'sync.isNew'],
      ] as const)
    : ([
        ['keep', 'sync.keepHere'],
        ['delete', 'sync.deleteHere'],
      ] as const);
  const words = !isOther
    ? t('sync.askAbsence', { count: question.known, missing: question.missing })
    : question.known === 0
      ? t('sync.askUnknown')
      : t('sync.askOther', { count: question.known, found: question.found });
  return (
    <div class="settings-away" role="alert">
      <p>{words}</p>
      <div class="form-end">
        {[...answers, ['again', 'sync.checkAgain'] as const].map(([decision, key]) => (
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
