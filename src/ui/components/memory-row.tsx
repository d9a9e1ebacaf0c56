import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { rangesOf } from '../../lib/text/mark.ts';
import type { Listed } from '../state/view.ts';
import { excerptOf, maxLength, onOneLine, withoutBlankLines } from '../text/excerpt.ts';
import { ariaKeys } from '../state/keyboard.ts';
import { Icon } from './icon.tsx';
import { Key } from './key.tsx';
import { MemoryAbout } from './memory-about.tsx';
import { MarkedText } from './marked-text.tsx';
import { MemoryEditor } from './memory-editor.tsx';
import { RowActions } from './row-actions.tsx';
import type { Selection } from '../state/selection.ts';
import { useScreen } from './screen.ts';
import './memory-row.css';

/** The parts of a row where a click doesn't open the memory, including the space between two actions. */
const controls = 'a, button, input, .memory-ways, .memory-saved';

interface MemoryRowProps {
  memory: Listed;
  /** Counted from 1. */
  position: number;
  /** Undefined if there may be more memories than the list has. */
  total: number | undefined;
  /**
   * Whether this is the one row that the Tab key reaches, with its controls. Tabbing through all rows of a long list
   * would take too long.
   */
  current: boolean;
}

/**
 * A memory with its title, an excerpt of its text, a secondary line and the actions. While the memory is edited here,
 * shows its editor instead.
 */
export function MemoryRow({ memory, position, total, current }: MemoryRowProps) {
  const { actions, opened, openMemory, selection } = useScreen();
  const row = useRef<HTMLElement>(null);
  /** Whether the row was pointed at or focused. Until then it renders no actions: they are most of a row's elements. */
  const hasActions = useSignal(false);
  const showActions = () => (hasActions.value = true);
  const id = useId();
  const tabIndex = current ? 0 : -1;
  const draft = actions.editing.value;
  const editing = draft?.memory.id === memory.id && opened?.id.value !== memory.id ? draft : undefined;
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || row.current?.contains(focused) === true;
    if (wasEditing.current && editing === undefined && isFree) row.current?.focus();
    wasEditing.current = editing !== undefined;
  }, [editing]);

  /**
   * A click opens the memory, but selecting its text doesn't. On screens with a selection, Ctrl or ⌘ toggles the
   * memory, and Shift extends the selection to it.
   */
  function click(event: MouseEvent): void {
    if (editing !== undefined || (event.target as Element).closest(controls) !== null) return;
    if (selection !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      document.getSelection()?.empty();
      return event.shiftKey ? selection.extend(memory) : selection.toggle(memory);
    }
    if (document.getSelection()?.isCollapsed !== false) openMemory(memory);
  }

  return (
    <article
      ref={row}
      class={`memory ${selection?.has(memory.id) ? 'selected' : ''}`}
      data-row={memory.id}
      tabIndex={tabIndex}
      aria-current={opened?.id.value === memory.id ? 'true' : undefined}
      aria-posinset={position}
      aria-setsize={total ?? -1}
      aria-labelledby={`${id}text`}
      aria-describedby={`${id}about`}
      onPointerEnter={showActions}
      onFocusIn={showActions}
      onClick={click}
    >
      {selection !== undefined && <RowCheck memory={memory} selection={selection} tabIndex={tabIndex} />}
      {editing === undefined ? (
        <MemoryView memory={memory} id={id} hasActions={hasActions.value} tabIndex={tabIndex} />
      ) : (
        <MemoryEditor draft={editing} />
      )}
    </article>
  );
}

/** With Shift, selects all memories from the last toggled one to this one. */
function RowCheck({ memory, selection, tabIndex }: { memory: Listed; selection: Selection; tabIndex: 0 | -1 }) {
  const { t } = useScreen();
  return (
    <input
      type="checkbox"
      class="memory-check"
      tabIndex={tabIndex}
      aria-label={t('memory.select', { text: memory.content.slice(0, 60) })}
      checked={selection.has(memory.id)}
      onClick={(event) => (event.shiftKey ? selection.extend(memory) : selection.toggle(memory))}
    />
  );
}

interface MemoryViewProps {
  memory: Listed;
  id: string;
  hasActions: boolean;
  tabIndex: 0 | -1;
}

function MemoryView({ memory, id, hasActions, tabIndex }: MemoryViewProps) {
  const words = memory.match?.words ?? [];
  const title = memory.title === memory.content ? null : memory.title;
  const excerpt = useMemo(() => {
    const text = title === null ? withoutBlankLines(memory.content) : onOneLine(memory.content);
    const passage = memory.match?.passage;
    // Reads only the part of a long text that the row shows.
    const marks = rangesOf(text, words, { from: passage?.start ?? 0, reach: maxLength });
    return excerptOf(text, marks, passage, title === null ? 2 : 1);
  }, [memory]);

  return (
    <>
      <div id={`${id}text`} class={`memory-words ${title === null ? '' : 'titled'}`}>
        {title !== null && (
          <div class="memory-title" dir="auto">
            <MarkedText text={title} marks={rangesOf(title, words)} />
          </div>
        )}
        <div class="memory-text reading" dir="auto">
          <MarkedText {...excerpt} />
        </div>
      </div>
      <div class="memory-foot">
        <MemoryAbout memory={memory} id={`${id}about`} />
        <UndoSave memory={memory} />
        {hasActions && <RowActions memory={memory} tabIndex={tabIndex} />}
      </div>
    </>
  );
}

/** A button that undoes the save of this memory, shown as long as the notice of the save. */
function UndoSave({ memory }: { memory: Listed }) {
  const { notices, keys } = useScreen();
  const notice = notices.current.value;
  if (notice?.about !== memory.id || notice.action === undefined) return null;
  return (
    <span class="memory-saved">
      <Icon name="done" /> {notice.text}
      <button
        type="button"
        class="button bare"
        aria-keyshortcuts={ariaKeys(keys.undo)}
        onClick={() => void notice.action?.run()}
      >
        {notice.action.label} <Key name={keys.undo} />
      </button>
    </span>
  );
}
