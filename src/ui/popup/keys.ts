import { rowOf, rowsIn } from '../components/rows.ts';
import { actionOf, type KeyAction, type KeyPlace } from '../state/keyboard.ts';
import { isRecent } from '../state/view.ts';
import type { PopupState } from './state.ts';

interface PopupKeys {
  toSearch(): void;
  list(): HTMLElement | null;
  help(): void;
  back(): void;
  /** The person has typed since the latest notice. */
  typed(): boolean;
}

/** The popup's answer to every key: what {@link actionOf} names is done to where the focus is. */
export function performKeys(state: PopupState, { toSearch, list, help, back, typed }: PopupKeys) {
  const { results, acts, notices, saving } = state;

  function rowAt(target: Element) {
    const row = rowOf(target);
    return results.view.value?.memories.find((memory) => memory.id === row?.dataset['row']);
  }

  function move(target: Element, to: (place: number, last: number) => number): void {
    const rows = rowsIn(list());
    const from = rowOf(target);
    const place = to(from === undefined ? -1 : rows.indexOf(from), rows.length - 1);
    if (place < 0) return toSearch();
    const row = rows[Math.min(place, rows.length - 1)];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  /** The page that a memory is from; where it has none, its whole text. */
  function open(target: Element): void {
    const pointed = rowAt(target);
    if (pointed === undefined && results.held.value !== undefined) return results.release();
    const memory = pointed ?? found();
    if (memory === undefined) return;
    if (memory.url === null) acts.toggle(memory.id);
    else void state.openTab(memory.url);
  }

  /** The first memory found for exactly what is typed; until it is there, nothing opens. */
  function found() {
    const view = results.view.value;
    return view !== undefined && !isRecent(view) && view.near === undefined && view.query === results.query.value ? view.memories[0] : undefined;
  }

  function leave(target: Element): void {
    if (target.matches('[data-search]')) results.type('');
    else saving.writing.value = false;
    toSearch();
  }

  const performers: Record<KeyAction, (target: Element) => unknown> = {
    search: toSearch,
    next: (target) => move(target, (place) => place + 1),
    previous: (target) => move(target, (place) => place - 1),
    first: (target) => move(target, () => 0),
    last: (target) => move(target, (_, last) => last),
    open,
    leave,
    back,
    help,
    related: () => state.relating.relate(),
    settings: () => state.host.openSettings(),
    save: () => state.save(),
    undo: () => notices.undo(),
    expand: (target) => withMemory(target, (memory) => acts.toggle(memory.id)),
    edit: (target) => withMemory(target, (memory) => acts.edit(memory, 'text')),
    tag: (target) => withMemory(target, (memory) => acts.edit(memory, 'tags')),
    similar: (target) => withMemory(target, (memory) => results.seek({ memory })),
    copy: (target) => withMemory(target, (memory) => acts.copy(memory)),
    delete: (target) => withMemory(target, (memory) => acts.remove(memory)),
  };

  function withMemory(target: Element, act: (memory: NonNullable<ReturnType<typeof rowAt>>) => unknown): void {
    const memory = rowAt(target);
    if (memory !== undefined) act(memory);
  }

  return (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element)) return;
    const blank = results.query.value === '';
    const action = actionOf(event, { place: placeOf(event.target), platform: state.host.platform, blank, aside: results.behind.value.length > 0, typed: typed() });
    if (action === undefined) return;
    event.preventDefault();
    performers[action](event.target);
  };
}

function placeOf(target: Element): KeyPlace {
  if (target.matches('[data-search]')) return 'search';
  if (target.matches('input, textarea')) return 'field';
  if (target.matches('[data-row]')) return 'row';
  return rowOf(target) === undefined ? 'elsewhere' : 'row-control';
}
