import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isWeak } from '../state/certainty.ts';
import type { View } from '../state/results.ts';
import { MemoryRow } from './memory-row.tsx';
import { rowsIn } from './rows.ts';
import { useScreen } from './screen.ts';

/** The memories of a view, those that were found with little certainty apart; while hands are on it, it stays as it is. */
export function MemoryList({ view, onEmptied }: { view: View; onEmptied(): void }) {
  const { t, results } = useScreen();
  const list = useRef<HTMLDivElement>(null);
  const current = useSignal<string | undefined>(undefined);
  const pointed = useRef(false);
  const focused = useRef<number>(-1);
  const { memories } = view;
  const weakFrom = memories.findIndex((memory) => memory.match !== undefined && isWeak(memory.match));
  const sure = weakFrom < 0 ? memories : memories.slice(0, weakFrom);
  const weak = weakFrom < 0 ? [] : memories.slice(weakFrom);
  const reached = memories.some((memory) => memory.id === current.value) ? current.value : memories[0]?.id;

  /** The selected row is gone: the one that took its place is selected. */
  useLayoutEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return;
    const rows = rowsIn(list.current);
    const next = rows[Math.min(focused.current, rows.length - 1)];
    if (next === undefined) onEmptied();
    else next.focus();
  }, [memories]);

  function focus({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    focused.current = row === null ? -1 : rowsIn(list.current).indexOf(row);
    current.value = row?.dataset['row'];
    results.touch(true);
  }

  /** A row that is taken away takes the focus with it, to nowhere: then the place is still remembered. */
  function blur({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node) || list.current?.contains(relatedTarget)) return;
    focused.current = -1;
    results.touch(pointed.current);
  }

  /** A layout that changes under a pointer at rest is no act of the person: only a real movement is. */
  function point({ movementX, movementY }: PointerEvent): void {
    if (movementX === 0 && movementY === 0) return;
    pointed.current = true;
    results.touch(true);
  }

  function unpoint(): void {
    pointed.current = false;
    results.touch(focused.current >= 0);
  }

  const rows = (some: typeof memories, before: number) =>
    some.map((memory, place) => (
      <MemoryRow key={memory.id} memory={memory} place={before + place + 1} total={memories.length} current={memory.id === reached} />
    ));

  return (
    <div ref={list} class="memories" onFocusIn={focus} onFocusOut={blur} onPointerMove={point} onPointerLeave={unpoint}>
      {sure.length > 0 && (
        <div role="feed" aria-label={view.query.trim() === '' ? t('recent.label') : t('search.label')}>
          {rows(sure, 0)}
        </div>
      )}
      {weak.length > 0 && (
        <>
          <h2 class="divider">{t('search.lessCertain')}</h2>
          <div role="feed" aria-label={t('search.lessCertain')}>
            {rows(weak, sure.length)}
          </div>
        </>
      )}
    </div>
  );
}
