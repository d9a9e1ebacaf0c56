import { addressOf } from '../text/quote-address.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { MemoryActions } from '../state/memory-actions.ts';
import { createFirstResult } from '../state/first-result.ts';
import { actionOf, type KeyAction, type KeyArea } from '../state/keyboard.ts';
import { showMore } from '../state/more-results.ts';
import type { Notices } from '../state/notices.ts';
import type { Opened } from '../state/opened.ts';
import type { Results } from '../state/results.ts';
import type { Selection } from '../state/selection.ts';
import type { Saving } from '../state/saving.ts';
import { rowOf, rowsIn } from './rows.ts';

interface KeyedScreen {
  platform: 'mac' | 'other';
  results: Results;
  actions: MemoryActions;
  notices: Notices;
  saving: Saving;
  save(): Promise<void>;
  open(memory: Memory): void;
  /** On screens that render only the rows that can be seen: renders the row of a memory and focuses it. */
  reveal?(memory: Memory): void;
  selection?: Selection;
  /** Acts on the selected memories, if there are any. */
  bulk?: { tag(): void; collect(): void; export(): void; remove(): void };
  openTab(url: string): Promise<void>;
  opened?: Opened;
  /** Whether Enter in the empty search field saves. */
  canSave?(): boolean;
  related?(): void;
  settings?(): void;
  library?(): void;
  readText?(): void;
  showQuotes?(): void;
  /** Updates the memories saved from the active page. */
  update?(): void;
}

interface ScreenHooks {
  focusSearch(): void;
  list(): HTMLElement | null;
  help(): void;
  back(): void;
  /** Closes the memory being read. */
  close?(): void;
  /** Lists all actions, including those on `memory`. `area`: where the focus is. */
  commands?(memory: Memory | undefined, area: KeyArea): void;
  /** Whether the user has typed since the latest notice. */
  typed(): boolean;
}

/** Returns a key handler that applies the action of {@link actionOf} to the focused element. */
export function performKeys(
  screen: KeyedScreen,
  { focusSearch, list, help, back, close, commands, typed }: ScreenHooks,
) {
  const { results, actions, notices, saving, opened, selection, bulk } = screen;
  const firstResult = createFirstResult(results, (memory) => screen.open(memory));
  const hasSelection = () => selection !== undefined && selection.count.value > 0;

  /** The memory of the row that contains an element, or the open one if the element is in the reader. */
  function memoryAt(target: Element) {
    if (isReader(target)) return opened?.memory.value;
    const row = rowOf(target);
    return results.view.value?.memories.find((memory) => memory.id === row?.dataset['row']);
  }

  function move(target: Element, to: (index: number, last: number) => number): void {
    const memories = results.view.value?.memories ?? [];
    const from = rowOf(target)?.dataset['row'];
    const index = to(
      memories.findIndex(({ id }) => id === from),
      memories.length - 1,
    );
    if (index < 0) return focusSearch();
    // The focus stays on the last row; the next key press continues from there.
    if (index === memories.length && index > 0) void showMore(results, notices);
    focus(memories[Math.min(index, memories.length - 1)]);
  }

  /** Focuses the row of a memory, even if the row isn't rendered yet. */
  function focus(memory: Memory | undefined): void {
    const row = rowsIn(list()).find(({ dataset }) => dataset['row'] === memory?.id);
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    if (row === undefined && memory !== undefined) screen.reveal?.(memory);
  }

  /** Focuses the last row. On screens with long lists, first loads more memories. */
  async function focusLast(): Promise<void> {
    if (screen.reveal !== undefined) await showMore(results, notices);
    focus(results.view.value?.memories.at(-1));
  }

  function open(target: Element): void {
    const pointed = memoryAt(target);
    if (pointed === undefined && results.pending.value !== undefined) return results.showPending();
    if (pointed !== undefined) screen.open(pointed);
    else firstResult.open();
  }

  /** The memory for a key that also works outside the list: the open or focused one, else the first result. */
  const memoryFor = (target: Element) => memoryAt(target) ?? firstResult.read();

  function openSource(target: Element): void {
    const memory = memoryFor(target);
    const url = memory && addressOf(memory);
    if (url != null) void screen.openTab(url);
  }

  function leave(target: Element): void {
    if (isReader(target)) return close?.();
    if (hasSelection()) return selection?.clear();
    if (target.matches('[data-search]')) results.type('');
    focusSearch();
  }

  const performers: Record<KeyAction, ((target: Element) => unknown) | undefined> = {
    search: focusSearch,
    next: (target) => move(target, (index) => index + 1),
    previous: (target) => move(target, (index) => index - 1),
    first: () => focus(results.view.value?.memories[0]),
    last: focusLast,
    open,
    source: openSource,
    leave,
    back,
    help,
    related: screen.related,
    settings: screen.settings,
    library: screen.library,
    readText: screen.readText,
    showQuotes: screen.showQuotes,
    update: screen.update,
    save: () => screen.save(),
    note: () => saving.note(''),
    saveQuery: () => saving.note(results.query.value.trim()),
    commands: commands && ((target) => commands(memoryFor(target), areaOf(target))),
    undo: () => notices.undo(),
    edit: (target) => withMemory(target, (memory) => actions.edit(memory, 'text')),
    tag: (target) => (hasSelection() ? bulk?.tag() : withMemory(target, (memory) => actions.edit(memory, 'tags'))),
    similar: (target) => withMemory(target, (memory) => results.findSimilar({ memory })),
    copy: (target) => withMemory(target, (memory) => actions.copy(memory)),
    delete: (target) => (hasSelection() ? bulk?.remove() : withMemory(target, (memory) => actions.remove(memory))),
    select: selection && ((target) => withMemory(target, selection.toggle)),
    selectNext: (target) => extend(target, (index) => index + 1),
    selectPrevious: (target) => extend(target, (index) => Math.max(0, index - 1)),
    selectAll: selection?.all,
    collect: bulk && ((target) => withSelected(target, bulk.collect)),
    export: bulk && ((target) => withSelected(target, bulk.export)),
  };

  /** Moves the focus through the list and selects the rows from the old position to the new one. */
  function extend(target: Element, to: (index: number, last: number) => number): void {
    const from = memoryAt(target);
    move(target, to);
    const now = document.activeElement === null ? undefined : memoryAt(document.activeElement);
    if (now !== undefined) selection?.extend(now, from);
  }

  /** Acts on the selected memories. If there are none, first selects the focused one. */
  function withSelected(target: Element, act: () => void): void {
    if (!hasSelection()) withMemory(target, (memory) => selection?.toggle(memory));
    if (hasSelection()) act();
  }

  function withMemory(target: Element, act: (memory: NonNullable<ReturnType<typeof memoryAt>>) => unknown): void {
    const memory = memoryAt(target);
    if (memory !== undefined) act(memory);
  }

  return (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element)) return;
    firstResult.cancel();
    const blank = results.query.value === '';
    const action = actionOf(event, {
      area: areaOf(event.target),
      platform: screen.platform,
      blank,
      canSave: screen.canSave?.() ?? false,
      canGoBack: results.backStack.value.length > 0,
      isSelecting: hasSelection(),
      typed: typed(),
    });
    const perform = action && performers[action];
    if (perform === undefined) return;
    event.preventDefault();
    perform(event.target);
  };
}

export function areaOf(target: EventTarget | null): KeyArea {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.matches('[data-search]')) return 'search';
  if (target.matches('input, textarea, select')) return 'field';
  if (isReader(target)) return 'reader';
  if (target.matches('[data-row]')) return 'row';
  return rowOf(target) === undefined ? 'elsewhere' : 'row-control';
}

function isReader(target: Element): boolean {
  return target.closest('[data-reader]') !== null;
}
