import { batch, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { hasCode } from './sentence.ts';

export type Opened = ReturnType<typeof createOpened>;

/** The one memory that is open beside the list. */
export function createOpened(client: Client) {
  const id = signal<string>();
  /** The open memory's last known version. Undefined if none is open, after a deletion, or if only the id is known. */
  const memory = signal<Memory>();
  const failure = signal<unknown>(undefined);
  /** Whether the memory was deleted on this screen while open. */
  const deleted = signal(false);

  function show(wanted: string | undefined, known?: Memory): void {
    batch(() => {
      id.value = wanted;
      memory.value = known;
      failure.value = undefined;
      deleted.value = false;
    });
  }

  /** Reads the memory from the service, since a list's copy may be out of date. */
  async function read(wanted: string): Promise<void> {
    failure.value = undefined;
    try {
      const now = await client.memories.read(wanted);
      if (id.value === wanted) show(wanted, now);
    } catch (cause) {
      if (id.value === wanted && !(deleted.value && hasCode(cause, 'not_found'))) failure.value = cause;
    }
  }

  return {
    id,
    memory,
    failure,
    deleted,

    /** Opens a memory. `known`: the list's copy, shown until the memory has been read. */
    async open(wanted: string, known?: Memory): Promise<void> {
      if (id.value === wanted && memory.value !== undefined && failure.value === undefined) return;
      show(wanted, known);
      await read(wanted);
    },

    reload: () => (id.value === undefined ? Promise.resolve() : read(id.value)),

    close: () => show(undefined),

    /** Call after a memory was deleted. If it is open, its id stays, so that an undo can show it again. */
    remove(deletedId: string): void {
      if (id.value !== deletedId) return;
      batch(() => {
        memory.value = undefined;
        failure.value = undefined;
        deleted.value = true;
      });
    },

    /** Call after a memory was changed, or restored from the trash. */
    replace(changed: Memory): void {
      if (id.value === changed.id) show(changed.id, changed);
    },
  };
}
