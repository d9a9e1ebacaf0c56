import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';
import { useScreen } from './screen.ts';
import './status-line.css';
import { isLessCertain } from '../state/certainty.ts';
import { ariaKeys } from '../state/keyboard.ts';
import { isCut } from '../state/more-results.ts';
import { isSameOrder } from '../state/refine.ts';
import type { Saving } from '../state/saving.ts';
import { isRecent, isSameQuestion, type View } from '../state/view.ts';

interface StatusLineProps {
  back(): void;
  busy?: string | undefined;
  /** Actions on the list. While an answer is pending, the button that shows the answer replaces these actions. */
  children?: ComponentChildren;
}

/** Describes the list below, with a way back and actions. Its height never changes. */
export function StatusLine({ back, busy, children }: StatusLineProps) {
  const { results, t, keys } = useScreen();
  const canGoBack = results.backStack.value.length > 0;
  return (
    <div class="status">
      {canGoBack && (
        <button
          type="button"
          class="button bare"
          aria-label={t('near.back')}
          title={`${t('near.back')} (${keys.leave})`}
          aria-keyshortcuts={ariaKeys(keys.leave)}
          onClick={back}
        >
          <Icon name="back" />
        </button>
      )}
      <StatusText busy={busy} />
      {results.pending.value !== undefined && 'view' in results.pending.value ? (
        <PendingButton pending={results.pending.value.view} />
      ) : (
        children
      )}
    </div>
  );
}

function StatusText({ busy }: { busy: string | undefined }) {
  const { results, t, ago } = useScreen();
  const { slow, near, shown } = results;
  const view = results.view.value;
  const isHeading = view?.near !== undefined;

  function found(view: View): string {
    const certainCount = view.memories.filter((memory) => !isLessCertain(memory)).length;
    if (certainCount > 0) return t(isCut(view) ? 'search.best' : 'search.found', { count: certainCount });
    return view.memories.length === 0 || view.mode === 'looking' ? '' : t('search.noneCertain');
  }

  function recent({ within, memories: { length: count }, nextCursor }: View): string {
    if (within === undefined) return t('recent.short');
    return t(nextCursor === null ? 'recent.narrowed' : 'recent.newest', { count });
  }

  function waiting(): string {
    if (near.value !== undefined) return t('near.slow');
    return t(
      shown.value === undefined
        ? 'recent.slow'
        : view?.mode === 'looking' && view.query === results.searched.value
          ? 'search.looking'
          : 'search.slow',
    );
  }

  function text(): string {
    if (busy !== undefined) return busy;
    if (slow.value) return waiting();
    if (view === undefined) return '';
    if (view.near !== undefined)
      return 'memory' in view.near
        ? t('near.memory', { text: view.near.memory.content.slice(0, 200) })
        : t('related.title');
    if (view.single) return t('save.already', { when: ago(view.memories[0]?.createdAt ?? '') });
    if (isRecent(view)) return view.memories.length === 0 ? '' : recent(view);
    return found(view);
  }

  /** Why nothing was found, for screen readers: they don't announce the reason that the list shows. */
  function reason(): string {
    if (view === undefined || view.near !== undefined || view.memories.length > 0) return '';
    if (!isRecent(view)) return t('search.none', { query: view.query.trim() });
    return view.within === undefined ? '' : t('library.noneWithin');
  }

  return (
    <div class="status-words" role="status">
      {isHeading ? <h2>{text()}</h2> : text()}
      {busy === undefined && !slow.value && <span class="unseen">{reason()}</span>}
    </div>
  );
}

/** A button that shows the pending answer now. Without a click, the answer appears once the user leaves the list. */
function PendingButton({ pending }: { pending: View }) {
  const { results, t, keys } = useScreen();
  const now = results.view.value;
  function text(): string {
    if (now === undefined || !isSameQuestion(pending, now))
      return t('search.pending', { count: pending.memories.length });
    const isReordered = !isRecent(pending) && !isSameOrder(pending.memories, now.memories);
    return t(isReordered ? 'search.reorder' : 'list.pending');
  }
  return (
    <StatusButton run={results.showPending}>
      {text()} <Key name={keys.open} />
    </StatusButton>
  );
}

/** An action on the list, at the end of its status line. */
export function StatusButton({
  run,
  shortcut,
  children,
}: {
  run(): void;
  shortcut?: string;
  children: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class="button bare status-act"
      aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
      onClick={run}
    >
      {children}
      {shortcut !== undefined && <Key name={shortcut} />}
    </button>
  );
}

/** Offers to save the query as a note if only less certain memories were found. */
export function SaveQuery({ saving }: { saving: Saving }) {
  const { results, t, keys } = useScreen();
  const view = results.view.value;
  if (view === undefined || view.near !== undefined || isRecent(view)) return null;
  const isUnsure = view.mode !== 'looking' && view.memories.length > 0 && view.memories.every(isLessCertain);
  return isUnsure ? (
    <StatusButton run={() => saving.note(results.query.value.trim())} shortcut={keys.saveQuery}>
      {t('save.query')}
    </StatusButton>
  ) : null;
}
