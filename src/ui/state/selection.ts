import { computed, effect, signal } from '@preact/signals';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Notices } from './notices.ts';
import type { Results } from './results.ts';
import { isSameQuestion, type View } from './view.ts';

export type Selection = ReturnType<typeof createSelection>;

/** The selected memories of a list. Another list starts with none. */
export function createSelection({ view, loadAll }: Pick<Results, 'view' | 'loadAll'>, notices: Pick<Notices, 'fail'>) {
  const selected = signal<ReadonlyMap<string, Memory>>(new Map());
  /** The id of the memory from which Shift extends the selection. */
  let anchor: string | undefined;
  let latestView: View | undefined;

  effect(() => {
    const now = view.value;
    if (now !== undefined && latestView !== undefined && !isSameQuestion(now, latestView)) clear();
    latestView = now ?? latestView;
  });

  function clear(): void {
    if (selected.peek().size > 0) selected.value = new Map();
    anchor = undefined;
  }

  function add(memories: readonly Memory[]): void {
    selected.value = new Map([...selected.value, ...memories.map((memory) => [memory.id, memory] as const)]);
  }

  /** Selects the whole list: loaded memories at once, the others when they are loaded. */
  async function all(): Promise<void> {
    add(view.value?.memories ?? []);
    try {
      await loadAll();
    } catch (failure) {
      return notices.fail(failure, all);
    }
    // A new list or Escape has cleared the selection meanwhile.
    if (selected.value.size > 0) add(view.value?.memories ?? []);
  }

  return {
    selected,
    count: computed(() => selected.value.size),
    has: (id: string) => selected.value.has(id),
    clear,
    add,

    toggle(memory: Memory): void {
      const now = new Map(selected.value);
      if (!now.delete(memory.id)) now.set(memory.id, memory);
      selected.value = now;
      anchor = memory.id;
    },

    /** Selects everything from the last toggled memory to this one. If none was toggled, starts at `from`. */
    extend(memory: Memory, from: Memory = memory): void {
      const { memories = [] } = view.value ?? {};
      anchor ??= from.id;
      const ends = [anchor, memory.id].map((id) => memories.findIndex((listed) => listed.id === id));
      add(ends.includes(-1) ? [memory] : memories.slice(Math.min(...ends), Math.max(...ends) + 1));
    },

    all,
  };
}
