import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { conflictTag, type SyncConflict } from '../../lib/sync.ts';
import { MarkedText } from '../components/marked-text.tsx';
import { differences } from '../text/differences.ts';
import { useSettings } from './context.ts';
import type { ConflictPair } from './sync-conflicts.ts';

interface ListProps {
  /** The ids of the memories and their conflict copies. */
  conflicts: SyncConflict[];
  /** The number of all conflicts, including those that aren't in `conflicts`. */
  count: number;
  host: string;
  /** Moves the focus to the status. Called when a conflict disappears while the focus is in it. */
  focusStatus(): void;
}

/** Memories that were changed in two places. Shows both texts side by side; the user keeps one or both. */
export function ConflictList({ conflicts, count, host, focusStatus }: ListProps) {
  const { t, conflictPairs } = useSettings();
  const ids = conflicts.map(({ memory, copy }) => `${memory} ${copy}`).join();
  useEffect(() => void conflictPairs.read(conflicts), [ids]);
  // `count` still includes a conflict that the user has just resolved, until sync notices, which takes seconds.
  const openCount = count - conflicts.filter(({ copy }) => conflictPairs.resolved.value.has(copy)).length;
  if (openCount <= 0) return null;
  return (
    <>
      <p>
        {t('sync.conflicts', { count: openCount })}{' '}
        <a href={`/library.html#memories?tag=${encodeURIComponent(conflictTag)}`} target="_blank">
          {t('sync.showConflicts')}
        </a>
      </p>
      <ul class="models">
        {conflictPairs.pairs.value.map((pair) => (
          <Conflict key={pair.copy.id} pair={pair} host={host} focusStatus={focusStatus} />
        ))}
      </ul>
    </>
  );
}

interface ConflictProps extends Pick<ListProps, 'host' | 'focusStatus'> {
  pair: ConflictPair;
}

function Conflict({ pair, host, focusStatus }: ConflictProps) {
  const { t, conflictPairs } = useSettings();
  const id = useId();
  const card = useRef<HTMLLIElement>(null);
  useLayoutEffect(
    () => () => {
      if (card.current?.contains(document.activeElement)) focusStatus();
    },
    [],
  );
  const [theirs, mine] = differences(pair.memory.content, pair.copy.content);
  const sides = [
    ['theirs', t('sync.textThere', { host }), theirs],
    ['mine', t('sync.textHere'), mine],
  ] as const;
  return (
    <li class="model conflict" ref={card}>
      {sides.map(([side, title, text]) => (
        <section class="conflict-side" key={side} aria-labelledby={`${id}${side}`}>
          <h3 id={`${id}${side}`}>{title}</h3>
          <div class="conflict-text" tabIndex={0} role="group" aria-labelledby={`${id}${side}`} dir="auto">
            <MarkedText {...text} />
          </div>
          <button
            type="button"
            class="button"
            aria-describedby={`${id}${side}`}
            onClick={() => void conflictPairs.resolve(pair, side)}
          >
            {t('sync.keepThis')}
          </button>
        </section>
      ))}
      <button type="button" class="button" onClick={() => void conflictPairs.resolve(pair, 'both')}>
        {t('sync.keepBoth')}
      </button>
    </li>
  );
}
