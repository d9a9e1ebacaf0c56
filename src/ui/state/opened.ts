import { batch, signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';

export type Opened = ReturnType<typeof createOpened>;

/** The one memory that is read beside the list. */
export function createOpened(client: Commonplace) {
  const id = signal<string>();
  /** As it is known so far; undefined until it is read, where it was opened by its id alone. */
  const memory = signal<Memory>();
  const failure = signal<unknown>(undefined);

  function show(wanted: string | undefined, known?: Memory): void {
    batch(() => {
      id.value = wanted;
      memory.value = known;
      failure.value = undefined;
    });
  }

  /** Reads it anew: a list may be older than what is kept. */
  async function read(wanted: string): Promise<void> {
    failure.value = undefined;
    try {
      const now = await client.memories.read(wanted);
      if (id.value === wanted) memory.value = now;
    } catch (cause) {
      if (id.value === wanted) failure.value = cause;
    }
  }

  return {
    id,
    memory,
    failure,

    /** Opens a memory. `known`: as a list has it, to be shown until it is read. */
    async open(wanted: string, known?: Memory): Promise<void> {
      if (id.value === wanted && memory.value !== undefined && failure.value === undefined) return;
      show(wanted, known);
      await read(wanted);
    },

    again: () => (id.value === undefined ? Promise.resolve() : read(id.value)),

    /** Closes what is open; with an id, only that. */
    close(only?: string): void {
      if (only === undefined || only === id.value) show(undefined);
    },

    replace(now: Memory): void {
      if (id.value === now.id) memory.value = now;
    },
  };
}
