import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isLessCertain, sectionsOf } from '../state/certainty.ts';
import { isCut } from '../state/more-results.ts';
import { isRecent, isSameQuestion, type Question, type View } from '../state/view.ts';
import { MemoryRow } from './memory-row.tsx';
import { createPinnedRows, rowsIn, scrollerOf, type RowsComponent } from './rows.ts';
import { useRowCount } from './row-count.ts';
import { useScreen } from './screen.ts';

/** The memories of a view. Less certain ones have sections of their own. Pinned rows don't move. */
export function MemoryList({ view, onEmptied }: { view: View; onEmptied(): void }) {
  const { results, t, Rows = AllRows } = useScreen();
  const SectionRows = isRecent(view) ? Rows : AllRows;
  const list = useRef<HTMLDivElement>(null);
  const current = useSignal<string | undefined>(undefined);
  const pointerMoved = useRef(false);
  const focusedIndex = useRef<number>(-1);
  /** The ids of rows that had the focus when they were removed. */
  const removed = useRef(new Set<string>());
  const near = useRef(view.near);
  /** Whether a row under the pointer must not move. If the pointer rests, a less certain row may move below others. */
  const pinsHovered = (id: string) =>
    pointerMoved.current || !results.view.value?.memories.some((one) => one.id === id && isLessCertain(one));
  const pinned = useMemo(() => createPinnedRows(() => list.current, pinsHovered), []);
  const { memories } = view;
  const rowCount = useRowCount(view);
  const tabStop = memories.some((memory) => memory.id === current.value) ? current.value : memories[0]?.id;
  useEffect(() => results.setPinned(pinned.rows), []);
  // After typing, the pointer counts as resting until it moves again.
  useEffect(() => results.isTouched.subscribe((touched) => void (pointerMoved.current &&= touched)), []);

  const question = useRef<Question>(view);
  useLayoutEffect(() => {
    if (!isSameQuestion(question.current, view)) {
      scrollerOf(list.current)?.scrollTo(0, 0);
      removed.current.clear();
    }
    question.current = view;
  }, [view]);

  /**
   * If a row has the focus, keeps the focus on a row when the list changes:
   * - In the same list: on the row that undo has just brought back, if it had the focus when it was removed; else, if
   *   the focused row is gone, on the row that is now at its index.
   * - In another list: on the first row or, after Back, on the row of the memory whose similar memories were shown.
   */
  useLayoutEffect(() => {
    const previousNear = near.current;
    const isSameList = previousNear === view.near;
    near.current = view.near;
    if (focusedIndex.current < 0) return;
    const hasLostFocus = document.activeElement === document.body;
    if (isSameList && !hasLostFocus && removed.current.size === 0) return;
    const rows = rowsIn(list.current);
    const restored = rows.find((row) => removed.current.delete(row.dataset['row'] ?? ''));
    if (isSameList && restored === undefined) {
      if (!hasLostFocus) return;
      if (current.value !== undefined) removed.current.add(current.value);
    }
    const origin =
      previousNear !== undefined && 'memory' in previousNear
        ? rows.find((row) => row.dataset['row'] === previousNear.memory.id)
        : undefined;
    const inSameList = restored ?? rows[Math.min(focusedIndex.current, rows.length - 1)];
    const next = isSameList ? inSameList : (origin ?? rows[0]);
    if (next === undefined) return onEmptied();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  }, [memories]);

  function onFocus({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    focusedIndex.current = row === null ? -1 : rowsIn(list.current).indexOf(row);
    current.value = row?.dataset['row'];
    results.setTouched(true);
  }

  /** If no element gets the focus, the focused row may be gone: keeps its index for the row that takes its place. */
  function onBlur({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node) || list.current?.contains(relatedTarget)) return;
    focusedIndex.current = -1;
    results.setTouched(pointerMoved.current);
  }

  /**
   * A pointer touches the list only when it moves. A list that appears under a resting pointer isn't touched, but the
   * row under the pointer is pinned unless it is less certain.
   */
  function onPoint(event: PointerEvent): void {
    pinned.point(event);
    if (event.movementX === 0 && event.movementY === 0) return;
    pointerMoved.current = true;
    results.setTouched(true);
  }

  function onLeave(): void {
    pinned.unpoint();
    pointerMoved.current = false;
    results.setTouched(focusedIndex.current >= 0);
  }

  const labelOf = ({ near }: View) =>
    t(near !== undefined ? 'near.label' : isRecent(view) ? 'recent.label' : 'search.label');
  let rowsSoFar = 0;
  return (
    <div
      ref={list}
      class="memories"
      aria-busy={view.mode === 'looking'}
      onFocusIn={onFocus}
      onFocusOut={onBlur}
      onPointerOver={onPoint}
      onPointerMove={onPoint}
      onPointerLeave={onLeave}
    >
      {sectionsOf(memories.slice(0, rowCount)).map((section, index) => {
        const rowsAbove = rowsSoFar;
        rowsSoFar += section.memories.length;
        return (
          <MemorySection
            key={index}
            certain={section.certain}
            label={index === 0 ? labelOf(view) : t('search.moreCertain')}
            hasHeading={index > 0 || (!section.certain && view.near !== undefined)}
          >
            <SectionRows
              memories={section.memories}
              renderRow={(memory, offset) => (
                <MemoryRow
                  key={memory.id}
                  memory={memory}
                  position={rowsAbove + offset + 1}
                  total={isCut(view) ? undefined : memories.length}
                  current={memory.id === tabStop}
                />
              )}
            />
          </MemorySection>
        );
      })}
    </div>
  );
}

const AllRows: RowsComponent = ({ memories, renderRow }) => <>{memories.map(renderRow)}</>;

/**
 * Consecutive memories of the same certainty. In a search, the first section needs no heading: the status line above
 * the list reports if nothing certain was found.
 */
function MemorySection({
  certain,
  label,
  hasHeading,
  children,
}: {
  certain: boolean;
  label: string;
  hasHeading: boolean;
  children: ComponentChildren;
}) {
  const { t } = useScreen();
  const name = certain ? label : t('search.lessCertain');
  return (
    <>
      {hasHeading && <h2 class="divider">{name}</h2>}
      <div role="feed" aria-label={name}>
        {children}
      </div>
    </>
  );
}
