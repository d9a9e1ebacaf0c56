import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import { limits } from '../../v1/limits.ts';
import { canShowMore, isAtLimit, showMore } from '../state/more-results.ts';
import { isRecent, type View } from '../state/view.ts';
import { rowsIn, scrollerOf } from './rows.ts';
import { useScreen } from './screen.ts';
import './list-end.css';

/** The end of the list: how many memories were added last, and a button that loads more, or why the list ends. */
export function ListEnd({ view }: { view: View }) {
  const { results, notices, t } = useScreen();
  const end = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const rowsBefore = useRef(Infinity);
  const hadFocus = useRef(false);
  const setButton = useCallback((element: HTMLButtonElement | null) => {
    hadFocus.current = element === null && document.activeElement === button.current;
    button.current = element;
  }, []);
  const canGoOn = canShowMore(view);
  const added = results.added.value;

  // When the button disappears while it has the focus, the row in its place takes the focus.
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    const next = view.memories[Math.min(rowsBefore.current, view.memories.length - 1)];
    const row = rowsIn(scrollerOf(end.current)).find(({ dataset }) => dataset['row'] === next?.id);
    row?.focus({ preventScroll: true });
  }, [canGoOn]);

  function more(): void {
    rowsBefore.current = view.memories.length;
    void showMore(results, notices);
  }

  return (
    <div ref={end} class="list-end">
      <p class={added === 0 ? 'list-note' : 'unseen'} role="status">
        {added !== undefined && t(added === 0 ? 'list.noneAdded' : 'list.added', { count: added })}
      </p>
      {canGoOn && (
        <button ref={setButton} type="button" class="button bare list-more" onClick={more}>
          {t(isRecent(view) ? 'recent.more' : 'search.more')}
        </button>
      )}
      {isAtLimit(view) && (
        <p class="list-note">
          {t(view.near === undefined ? 'search.limit' : 'near.limit', { most: limits.maxSearchResults })}
        </p>
      )}
    </div>
  );
}
