import type { Memory } from '../../v1/schemas/memory.ts';
import type { MemoryActions } from '../state/memory-actions.ts';
import { actionOf, type KeyAction, type KeyArea } from '../state/keyboard.ts';
import type { Notices } from '../state/notices.ts';
import type { Results } from '../state/results.ts';
import type { Saving } from '../state/saving.ts';
import { isRecent } from '../state/view.ts';
import { rowOf, rowsIn } from './rows.ts';

/** The parts of a screen that keys act on. */
interface KeyedScreen {
  platform: 'mac' | 'other';
  results: Results;
  actions: MemoryActions;
  notices: Notices;
  saving: Saving;
  save(): Promise<void>;
  /** Called by the open key. */
  open(memory: Memory): void;
  related?(): void;
  settings?(): void;
}

interface ScreenHooks {
  toSearch(): void;
  list(): HTMLElement | null;
  help(): void;
  back(): void;
  /** Whether the user has typed since the latest notice. */
  typed(): boolean;
}

/** Returns a key handler that applies the action of {@link actionOf} to the focused element. */
export function performKeys(screen: KeyedScreen, { toSearch, list, help, back, typed }: ScreenHooks) {
  const { results, actions, notices, saving } = screen;

  function rowAt(target: Element) {
    const row = rowOf(target);
    return results.view.value?.memories.find((memory) => memory.id === row?.dataset['row']);
  }

  function move(target: Element, to: (index: number, last: number) => number): void {
    const rows = rowsIn(list());
    const from = rowOf(target);
    const index = to(from === undefined ? -1 : rows.indexOf(from), rows.length - 1);
    if (index < 0) return toSearch();
    const row = rows[Math.min(index, rows.length - 1)];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  function open(target: Element): void {
    const pointed = rowAt(target);
    if (pointed === undefined && results.pending.value !== undefined) return results.showPending();
    const memory = pointed ?? topResult();
    if (memory !== undefined) screen.open(memory);
  }

  /** The first result for the current query; undefined until it has arrived. */
  function topResult() {
    const view = results.view.value;
    return view !== undefined && !isRecent(view) && view.near === undefined && view.query === results.query.value
      ? view.memories[0]
      : undefined;
  }

  function leave(target: Element): void {
    if (target.matches('[data-search]')) results.type('');
    else saving.writing.value = false;
    toSearch();
  }

  const performers: Record<KeyAction, ((target: Element) => unknown) | undefined> = {
    search: toSearch,
    next: (target) => move(target, (index) => index + 1),
    previous: (target) => move(target, (index) => index - 1),
    first: (target) => move(target, () => 0),
    last: (target) => move(target, (_, last) => last),
    open,
    leave,
    back,
    help,
    related: screen.related,
    settings: screen.settings,
    save: () => screen.save(),
    undo: () => notices.undo(),
    expand: (target) => withMemory(target, (memory) => actions.toggle(memory.id)),
    edit: (target) => withMemory(target, (memory) => actions.edit(memory, 'text')),
    tag: (target) => withMemory(target, (memory) => actions.edit(memory, 'tags')),
    similar: (target) => withMemory(target, (memory) => results.findSimilar({ memory })),
    copy: (target) => withMemory(target, (memory) => actions.copy(memory)),
    delete: (target) => withMemory(target, (memory) => actions.remove(memory)),
  };

  function withMemory(target: Element, act: (memory: NonNullable<ReturnType<typeof rowAt>>) => unknown): void {
    const memory = rowAt(target);
    if (memory !== undefined) act(memory);
  }

  return (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element)) return;
    const blank = results.query.value === '';
    const action = actionOf(event, {
      area: areaOf(event.target),
      platform: screen.platform,
      blank,
      aside: results.backStack.value.length > 0,
      typed: typed(),
    });
    const perform = action && performers[action];
    if (perform === undefined) return;
    event.preventDefault();
    perform(event.target);
  };
}

function areaOf(target: Element): KeyArea {
  if (target.matches('[data-search]')) return 'search';
  if (target.matches('input, textarea')) return 'field';
  if (target.matches('[data-row]')) return 'row';
  return rowOf(target) === undefined ? 'elsewhere' : 'row-control';
}
