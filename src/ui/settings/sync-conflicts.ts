import { signal } from '@preact/signals';
import { ServiceError, type Client } from '../../client/index.ts';
import { conflictTag, type SyncConflict } from '../../lib/sync.ts';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { undoInSteps, type Notices, type Undo } from '../state/notices.ts';

/** Two versions of a memory that was changed in two places. */
export interface ConflictPair {
  /** The memory, with the server's text. */
  memory: Memory;
  /** The conflict copy, with this browser's text. */
  copy: Memory;
}

/** The text to keep: the server's, this browser's, or both. */
export type ConflictChoice = 'theirs' | 'mine' | 'both';

interface Parts {
  client: Client;
  notices: Notices;
  t: Translate;
}

/** Reads the texts of conflicts, and resolves a conflict as the user chooses. */
export function createConflictPairs({ client, notices, t }: Parts) {
  const pairs = signal<ConflictPair[]>([]);
  /** The ids of the conflict copies in `latestConflicts` whose conflict is resolved already. */
  const resolved = signal<ReadonlySet<string>>(new Set());
  let latestConflicts: readonly SyncConflict[] = [];

  /** The memory with this id; undefined if it was deleted. */
  const readLive = async (id: string): Promise<Memory | undefined> => {
    const memory = await client.memories.read(id).catch((failure: unknown) => {
      if (failure instanceof ServiceError && failure.status === 404) return undefined;
      throw failure;
    });
    return memory?.deletedAt ? undefined : memory;
  };

  /** Reads the texts. Leaves out conflicts that were resolved meanwhile. */
  async function read(conflicts: readonly SyncConflict[]): Promise<void> {
    latestConflicts = conflicts;
    try {
      const found = await Promise.all(
        conflicts.map(async ({ memory, copy }) => ({ memory: await readLive(memory), copy: await readLive(copy) })),
      );
      if (latestConflicts !== conflicts) return;
      const open = found.filter(
        (pair): pair is ConflictPair =>
          pair.memory !== undefined && pair.copy !== undefined && pair.copy.tags.includes(conflictTag),
      );
      const openCopies = new Set(open.map(({ copy }) => copy.id));
      pairs.value = open;
      resolved.value = new Set(conflicts.map(({ copy }) => copy).filter((copy) => !openCopies.has(copy)));
    } catch (failure) {
      notices.fail(failure, () => read(conflicts));
    }
  }

  /**
   * Carries out a choice and returns the steps that undo it. Throws if the copy, or for `mine` either of the two
   * memories, was changed since it was shown.
   */
  async function carryOut({ memory, copy }: ConflictPair, choice: ConflictChoice): Promise<Undo[]> {
    if (choice === 'both') {
      const tags = copy.tags.filter((tag) => tag !== conflictTag);
      await client.memories.update(copy.id, { tags }, { ifVersion: copy.version });
      return [() => update(copy.id, { tags: copy.tags })];
    }
    const swaps = choice === 'mine';
    const trashed = swaps ? await swap(memory, copy) : copy;
    await client.memories.delete(copy.id, { ifVersion: trashed.version });
    const restore = async () => void (await client.memories.restore(copy.id));
    if (!swaps) return [restore];
    return [
      restore,
      () => update(copy.id, { content: copy.content }),
      () => update(memory.id, { content: memory.content }),
    ];
  }

  const update = async (id: string, changes: UpdateMemory) => void (await client.memories.update(id, changes));

  /** Exchanges the two texts, so that the copy has the text that goes to the trash. Returns the copy's new version. */
  async function swap(memory: Memory, copy: Memory): Promise<Memory> {
    await client.memories.update(memory.id, { content: copy.content }, { ifVersion: memory.version });
    try {
      return await client.memories.update(copy.id, { content: memory.content }, { ifVersion: copy.version });
    } catch (failure) {
      await client.memories.update(memory.id, { content: memory.content });
      throw failure;
    }
  }

  return {
    pairs,
    resolved,
    read,

    async resolve(pair: ConflictPair, choice: ConflictChoice): Promise<void> {
      try {
        const undo = undoInSteps(await carryOut(pair, choice), () => read(latestConflicts));
        notices.offer(t(`sync.kept.${choice}`), undo);
      } catch (failure) {
        notices.fail(failure);
      }
      await read(latestConflicts);
    },
  };
}
