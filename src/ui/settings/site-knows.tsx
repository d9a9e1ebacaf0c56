import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { recordLimits, type Receipt, type SiteLog } from '../../client/page-log.ts';
import { hostOf } from '../text/host-of.ts';
import { callWords } from './call-words.ts';
import { useSettings } from './context.ts';
import type { Received } from './sites.ts';

/** How many calls are shown, and how many memories per call. The export includes everything. */
const maxShown = 20;

interface SiteKnowsProps {
  log: SiteLog;
  /** When the site got its access; absent if it has none. */
  grantedAt?: string;
  children?: ComponentChildren;
}

/** What a site received and changed. */
export function SiteKnows({ log, grantedAt, children }: SiteKnowsProps) {
  const { t, sites, formats } = useSettings();
  const isOpen = useSignal(false);
  const { origin, received, changed, since } = log;
  const name = <span class="unseen">{hostOf(origin)}</span>;
  const times = { since: formats.time(since) };
  /** Whether the site may have received memories before the record begins. */
  const isIncomplete = grantedAt !== undefined && grantedAt < log.recordedFrom;

  return (
    <>
      <p>
        {received === 0 ? t('sites.receivedNone', times) : t('sites.received', { ...times, count: received })}
        {isIncomplete && ` ${t('sites.gap')}`}
      </p>
      <details class="site-knows" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>
          {t('sites.knows')} {name}
        </summary>
        {isOpen.value && <Receipts log={log} />}
      </details>
      {changed > 0 && log.isTrimmed && <p>{t('sites.trimmed')}</p>}
      <div class="model-ways">
        {children}
        <button type="button" class="button" onClick={() => void sites.exportLog(log)}>
          {t('sites.export')} {name}
        </button>
        {changed > 0 && (
          <button type="button" class="button" onClick={() => void sites.undo(origin)}>
            {t('sites.undo')} {name}
          </button>
        )}
      </div>
    </>
  );
}

function Receipts({ log }: { log: SiteLog }) {
  const { t, sites, formats, notices } = useSettings();
  const receipts = useSignal<Receipt[]>([]);
  useEffect(() => {
    void sites.receipts(log.origin).then(
      (all) => (receipts.value = all),
      (failure: unknown) => notices.fail(failure),
    );
  }, [log]);
  const all = receipts.value;

  return (
    <>
      <p>{t('sites.keptFor', recordLimits)}</p>
      <ul class="site-receipts">
        {all.slice(0, maxShown).map(({ at, call, memories }) => (
          <li key={`${at} ${call}`}>
            <OneReceipt memories={memories}>
              <time dateTime={at}>{formats.time(at)}</time> ·{' '}
              {t('sites.receipt', { call: callWords(t, call), count: memories.length })}
            </OneReceipt>
          </li>
        ))}
        {all.length > maxShown && <li>{t('sites.more', { count: all.length - maxShown })}</li>}
      </ul>
      <p class="site-days-title">{t('sites.days')}</p>
      <ul class="site-receipts">
        {log.days.toReversed().map(({ day, calls }) => (
          <li key={day}>{t('sites.calls', { day: formats.day(`${day}T12:00`), count: calls })}</li>
        ))}
      </ul>
    </>
  );
}

/** A call and the memories that the site received from it. They load when the user opens the call. */
function OneReceipt({ memories, children }: { memories: Receipt['memories']; children: ComponentChildren }) {
  const { t, sites, notices } = useSettings();
  const all = useSignal<Received[] | undefined>(undefined);
  const load = () =>
    sites.received(memories.slice(0, maxShown)).then(
      (read) => (all.value = read),
      (failure: unknown) => notices.fail(failure),
    );
  const rest = memories.length - maxShown;

  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
      <summary>{children}</summary>
      <ul>
        {all.value?.map(({ id, version, now }) => (
          <li key={id}>{memoryWords(version, now)}</li>
        ))}
        {rest > 0 && <li>{t('sites.moreMemories', { count: rest })}</li>}
      </ul>
    </details>
  );

  function memoryWords(version: number, now: Received['now']): string {
    if (now === undefined) return t('sites.memoryGone');
    return now.version === version ? now.words : t('sites.memoryChanged', { memory: now.words });
  }
}
