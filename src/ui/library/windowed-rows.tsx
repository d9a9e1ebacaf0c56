import { useSignal } from '@preact/signals';
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/virtual-core';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { rowOf, rowsIn, scrollerOf, type RowsComponent } from '../components/rows.ts';
import { useLibrary } from './context.ts';

/** The assumed height of a row until it is shown and measured, in pixels. */
const estimatedHeight = 84;
/** The space between two rows, in pixels. */
const gap = 4;
/** Older memories are loaded once fewer than this many rows are left below. */
const loadAheadRows = 30;

/**
 * Renders only the visible rows, the rows near them and the focused one. Loads older memories as the end comes near.
 */
export const WindowedRows: RowsComponent = ({ memories, renderRow }) => {
  const { results, notices, revealed } = useLibrary();
  const holder = useRef<HTMLDivElement>(null);
  const renderCount = useSignal(0);
  const isLoading = useRef(false);
  const lastVisible = useRef(0);
  const rows = useRef(memories);
  rows.current = memories;

  const virtualizer = useMemo(
    () =>
      new Virtualizer<HTMLElement, HTMLElement>({
        count: 0,
        getScrollElement: () => scrollerOf(holder.current),
        estimateSize: () => estimatedHeight,
        gap,
        overscan: 6,
        getItemKey: (index) => rows.current[index]?.id ?? index,
        observeElementRect,
        observeElementOffset,
        scrollToFn: elementScroll,
        onChange: () => void renderCount.value++,
      }),
    [],
  );
  const revealedId = revealed.value;
  const revealedIndex = revealedId === undefined ? -1 : memories.findIndex(({ id }) => id === revealedId);
  // When this function changes, the virtualizer chooses the rows again.
  const rangeExtractor = useCallback(
    (range: Range) => withFocused(range, holder.current, revealedIndex),
    [revealedIndex],
  );
  virtualizer.setOptions({ ...virtualizer.options, count: memories.length, rangeExtractor });
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());

  // Rendering may move the focused element in the document, and an element that moves loses the focus.
  const focused = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && focused.current?.isConnected)
      focused.current.focus({ preventScroll: true });
  });

  useLayoutEffect(() => {
    if (revealedIndex < 0) return;
    virtualizer.scrollToIndex(revealedIndex);
    focusMemory(holder.current, revealedId);
    revealed.value = undefined;
  }, [revealedIndex]);

  // Subscribes this component to changes of the virtualizer.
  void renderCount.value;
  const items = virtualizer.getVirtualItems();
  const last = virtualizer.range?.endIndex ?? 0;
  lastVisible.current = last;

  function needsMore(): boolean {
    const view = results.view.value;
    return view?.nextCursor != null && lastVisible.current >= view.memories.length - loadAheadRows;
  }
  async function more(): Promise<void> {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      while (needsMore()) await results.more();
    } catch (failure) {
      notices.fail(failure, more);
    } finally {
      isLoading.current = false;
    }
  }
  useLayoutEffect(() => {
    if (needsMore()) void more();
  }, [last, memories.length]);

  return (
    <div
      ref={holder}
      class="windowed"
      onFocusIn={({ target }) => (focused.current = target instanceof HTMLElement ? target : undefined)}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node) focused.current = undefined;
      }}
    >
      {withSpacers(items, virtualizer.getTotalSize()).map((part) =>
        'space' in part ? (
          <div key={`space-${part.before}`} style={{ height: `${part.space}px` }} />
        ) : (
          <div key={part.key} class="windowed-row" data-index={part.index} ref={virtualizer.measureElement}>
            {renderRow(memories[part.index]!, part.index)}
          </div>
        ),
      )}
    </div>
  );
};

function focusMemory(holder: HTMLElement | null, id: string | undefined): void {
  rowsIn(holder)
    .find((row) => row.dataset['row'] === id)
    ?.focus({ preventScroll: true });
}

/**
 * The indexes of the rows to render: those in range, the revealed row, the focused one and its neighbours, so that the
 * keyboard works wherever the list was scrolled.
 */
function withFocused(range: Range, holder: HTMLElement | null, revealed: number): number[] {
  const row = holder?.contains(document.activeElement) ? rowOf(document.activeElement) : undefined;
  const focused = Number(row?.ariaPosInSet ?? 0) - 1;
  const around = focused < 0 ? [] : [focused - 1, focused, focused + 1];
  const inRange = [...around, revealed].filter((index) => index >= 0 && index < range.count);
  return [...new Set([...defaultRangeExtractor(range), ...inRange])].sort((one, other) => one - other);
}

/** The rendered rows and, in place of the rows that are left out, spacers of the same height. */
function withSpacers(items: VirtualItem[], total: number): (VirtualItem | { space: number; before: string })[] {
  const parts: (VirtualItem | { space: number; before: string })[] = [];
  let end = 0;
  for (const item of items) {
    if (item.start > end + gap) parts.push({ space: item.start - end, before: String(item.key) });
    parts.push(item);
    end = item.end;
  }
  if (total > end) parts.push({ space: total - end, before: 'end' });
  return parts;
}
