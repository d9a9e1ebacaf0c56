import { computed, effect, signal } from '@preact/signals';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Jobs } from './jobs.ts';
import type { Notices } from './notices.ts';
import type { Results } from './results.ts';
import { isBeyond, isSameQuestion, type View } from './view.ts';

export type Selection = ReturnType<typeof createSelection>;

/**
 * Starts a job on selected memories and deselects them. If another job is running, `start` says so, and the selection
 * stays. Returns whether the job has begun.
 */
export function startJob(
  { jobs, selection }: { jobs: Pick<Jobs, 'current'>; selection: Selection },
  memories: readonly Memory[],
  start: (memories: readonly Memory[]) => Promise<void>,
): boolean {
  const begins = jobs.current.value === undefined;
  void start(memories);
  if (begins) selection.deselect(memories);
  return begins;
}

/**
 * The selected memories of a list, as the list shows them. A memory that leaves the list is no longer selected; another
 * list starts with no selection.
 */
export function createSelection({ view, loadAll }: Pick<Results, 'view' | 'loadAll'>, notices: Pick<Notices, 'fail'>) {
  const selected = signal<ReadonlyMap<string, Memory>>(new Map());
  /** The id of the memory from which Shift extends the selection. */
  let anchor: string | undefined;
  let latestView: View | undefined;

  effect(() => {
    const now = view.value;
    if (now !== undefined && latestView !== undefined) {
      if (isSameQuestion(now, latestView)) follow(now, latestView);
      else clear();
    }
    latestView = now ?? latestView;
  });

  /**
   * Updates the selected memories after their list has changed, and deselects those that have left the list. Memories
   * that were never in the list stay selected, such as the open one. So do older memories that a reload hasn't loaded
   * again.
   */
  function follow(now: View, before: View): void {
    const chosen = selected.peek();
    if (chosen.size === 0) return;
    const listed = new Map(now.memories.map((memory) => [memory.id, memory]));
    const listedBefore = new Set(before.memories.map(({ id }) => id));
    const wasInList = (memory: Memory) => listedBefore.has(memory.id) || isBeyond(before, memory);
    const hasLeft = (memory: Memory) => wasInList(memory) && !listed.has(memory.id) && !isBeyond(now, memory);
    selected.value = new Map(
      [...chosen.values()]
        .filter((memory) => !hasLeft(memory))
        .map((memory) => [memory.id, listed.get(memory.id) ?? memory]),
    );
  }

  function clear(): void {
    if (selected.peek().size > 0) selected.value = new Map();
    anchor = undefined;
  }

  function add(memories: readonly Memory[]): void {
    selected.value = new Map([...selected.value, ...memories.map((memory) => [memory.id, memory] as const)]);
  }

  function deselect(memories: readonly Memory[]): void {
    const taken = new Set(memories.map(({ id }) => id));
    selected.value = new Map([...selected.value].filter(([id]) => !taken.has(id)));
    anchor = undefined;
  }

  /** Selects the whole list: loaded memories at once, the others when they are loaded. */
  async function all(): Promise<void> {
    add(view.value?.memories ?? []);
    try {
      await loadAll();
    } catch (failure) {
      return notices.fail(failure, all);
    }
    // A new list or Escape may have cleared the selection meanwhile.
    if (selected.value.size > 0) add(view.value?.memories ?? []);
  }

  return {
    selected,
    count: computed(() => selected.value.size),
    has: (id: string) => selected.value.has(id),
    clear,
    add,
    deselect,

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
