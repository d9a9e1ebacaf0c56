import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { rangesOf, type Range } from '../../lib/text/mark.ts';
import type { Listed } from '../state/view.ts';
import { excerptOf, piecesOf, type Marked } from '../text/excerpt.ts';
import { MemoryAbout } from './memory-about.tsx';
import { ActionBar } from './action-bar.tsx';
import { MemoryEditor } from './memory-editor.tsx';
import type { Selection } from '../state/selection.ts';
import { useScreen } from './screen.ts';
import './memory-row.css';

interface MemoryRowProps {
  memory: Listed;
  /** Counted from 1. */
  position: number;
  total: number;
  /** Whether the Tab key reaches this row. */
  current: boolean;
}

/** A memory: three lines of its text until expanded, and a secondary line. */
export function MemoryRow({ memory, position, total, current }: MemoryRowProps) {
  const { actions, opened, selection } = useScreen();
  const row = useRef<HTMLElement>(null);
  const id = useId();
  const editing =
    opened === undefined && actions.editing.value?.memory.id === memory.id ? actions.editing.value : undefined;
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && editing === undefined) row.current?.focus();
    wasEditing.current = editing !== undefined;
  }, [editing]);

  return (
    <article
      ref={row}
      class={`memory ${selection?.has(memory.id) ? 'selected' : ''}`}
      data-row={memory.id}
      tabIndex={current ? 0 : -1}
      aria-current={opened?.id.value === memory.id ? 'true' : undefined}
      aria-posinset={position}
      aria-setsize={total}
      aria-labelledby={`${id}text`}
      aria-describedby={`${id}about`}
    >
      {selection !== undefined && <RowCheck memory={memory} selection={selection} />}
      {editing === undefined ? <MemoryView memory={memory} id={id} /> : <MemoryEditor draft={editing} />}
    </article>
  );
}

/** Selects a memory; with Shift, all up to it. */
function RowCheck({ memory, selection }: { memory: Listed; selection: Selection }) {
  const { t } = useScreen();
  return (
    <input
      type="checkbox"
      class="memory-check"
      aria-label={t('memory.select', { text: memory.content.slice(0, 60) })}
      checked={selection.has(memory.id)}
      onClick={(event) => (event.shiftKey ? selection.extend(memory) : selection.toggle(memory))}
    />
  );
}

function MemoryView({ memory, id }: { memory: Listed; id: string }) {
  const { actions, openBeside, selection } = useScreen();
  const text = useRef<HTMLDivElement>(null);
  const clipped = useSignal(false);
  const expanded = actions.expanded.value.has(memory.id);
  const marks = useMemo(() => rangesOf(memory.content, memory.match?.words ?? []), [memory]);
  const excerpt = useMemo(() => excerptOf(memory.content, marks, memory.match?.passage), [marks]);
  useLayoutEffect(() => {
    const shown = text.current;
    if (shown !== null && !expanded) clipped.value = shown.scrollHeight > shown.clientHeight + 1;
  }, [memory.content, expanded]);
  const longer = clipped.value || excerpt.cut;

  /** A click on the text expands it, but selecting text doesn't. */
  function click(event: MouseEvent): void {
    if (selection !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      document.getSelection()?.empty();
      return event.shiftKey ? selection.extend(memory) : selection.toggle(memory);
    }
    if (document.getSelection()?.isCollapsed === false) return;
    if (openBeside !== undefined) openBeside(memory);
    else if (longer) actions.toggle(memory.id);
  }

  return (
    <>
      <div
        ref={text}
        id={`${id}text`}
        class={`memory-text reading ${expanded ? 'expanded' : 'clamped'}`}
        dir="auto"
        onClick={click}
      >
        {expanded ? (
          <WholeText
            text={memory.content}
            marks={marks}
            passage={marks.length === 0 ? memory.match?.passage : undefined}
          />
        ) : (
          <MarkedText {...excerpt} />
        )}
      </div>
      <MemoryAbout memory={memory} id={`${id}about`} expanded={expanded} />
      <ActionBar memory={memory} longer={longer} expanded={expanded} />
    </>
  );
}

/** The whole text, scrolled to the passage found by meaning. */
function WholeText({ text, marks, passage }: Marked & { passage: Range | null | undefined }) {
  const part = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => part.current?.scrollIntoView({ block: 'nearest' }), []);
  if (passage == null) return <MarkedText text={text} marks={marks} />;
  return (
    <>
      {text.slice(0, passage.start)}
      <span ref={part} class="passage">
        {text.slice(passage.start, passage.end)}
      </span>
      {text.slice(passage.end)}
    </>
  );
}

/** A text with its matches marked. It is never parsed as markup. */
function MarkedText({ text, marks }: Marked) {
  return (
    <>
      {piecesOf(text, marks).map((piece, index) => (piece.marked ? <mark key={index}>{piece.text}</mark> : piece.text))}
    </>
  );
}
