import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { createLoaded } from './loaded.ts';
import type { MemoryVersion, Notices } from './notices.ts';
import { hasCode } from './sentence.ts';

interface TrashParts {
  client: Client;
  notices: Notices;
  t: Translate;
  /** Called after a memory is restored, and after an undo of that. */
  onRestored(): Promise<void>;
}

/** The days, rounded up, until a memory in the trash is deleted for good. */
export const daysLeft = (deletedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil(limits.trashDays - (now - Date.parse(deletedAt)) / 86_400_000));

/** The memories in the trash, in order of creation, newest first, with restore and permanent deletion. */
export function createTrash({ client, notices, t, onRestored }: TrashParts) {
  const loaded = createLoaded(() => client.memories.list({ deleted: true }));
  const shown = loaded.value;
  /** How many memories were deleted so far, while the trash is being emptied; otherwise undefined. */
  const emptiedCount = signal<number>();

  function hideRow(id: string): void {
    const page = shown.value;
    if (page !== undefined) shown.value = { ...page, memories: page.memories.filter((memory) => memory.id !== id) };
  }

  /** Hides a memory that is no longer in the trash. Reloads the list if it becomes empty: there may be more pages. */
  async function removeFromList(id: string): Promise<void> {
    hideRow(id);
    if (shown.value?.memories.length === 0) await loaded.refresh();
  }

  async function more(): Promise<void> {
    const before = shown.value;
    if (!before?.nextCursor) return;
    try {
      const next = await client.memories.list({ deleted: true, cursor: before.nextCursor });
      if (shown.value === before) shown.value = { ...next, memories: [...before.memories, ...next.memories] };
    } catch (failure) {
      notices.fail(failure, more);
    }
  }

  async function restore(memory: Memory): Promise<void> {
    try {
      await client.memories.restore(memory.id);
    } catch (failure) {
      return notices.fail(failure, () => restore(memory));
    }
    const undo = async () => {
      await client.memories.delete(memory.id);
      await Promise.all([loaded.refresh(), onRestored()]);
    };
    notices.offer(t('trash.restored'), undo, { memories: [memory.id] });
    await Promise.all([removeFromList(memory.id), onRestored()]);
  }

  /**
   * Deletes a memory permanently if it still has the listed version. If the memory was restored or changed since it was
   * listed, leaves it and returns `changed`. Returns `missing` if the memory is already gone.
   * @throws CommonplaceError
   */
  async function erase({ id, version }: MemoryVersion): Promise<'erased' | 'missing' | 'changed'> {
    try {
      await client.memories.delete(id, { permanent: true, ifVersion: version });
    } catch (failure) {
      if (hasCode(failure, 'precondition_failed')) return 'changed';
      if (!hasCode(failure, 'not_found')) throw failure;
      notices.forget(id);
      return 'missing';
    }
    notices.forget(id);
    return 'erased';
  }

  async function destroy(memory: Memory): Promise<void> {
    try {
      const isChanged = (await erase(memory)) === 'changed';
      if (isChanged) notices.fail(t('trash.changed'));
      else notices.say(t('trash.destroyed'));
      await (isChanged ? loaded.refresh() : removeFromList(memory.id));
    } catch (failure) {
      notices.fail(failure, () => destroy(memory));
    }
  }

  /**
   * Deletes memories permanently, one by one, by default the whole trash. Skips memories that are restored or changed
   * meanwhile. Stops at a failure. A retry continues with the rest.
   */
  async function eraseAll(listed?: Iterable<MemoryVersion>): Promise<void> {
    if (emptiedCount.value !== undefined) return;
    emptiedCount.value = 0;
    let left = listed && new Set(listed);
    try {
      left ??= new Set(await allInTrash());
      for (const row of left) {
        if ((await erase(row)) === 'erased') emptiedCount.value++;
        hideRow(row.id);
        left.delete(row);
      }
      notices.say(t('trash.emptied', { count: emptiedCount.value }));
    } catch (failure) {
      notices.fail(failure, () => eraseAll(left));
    } finally {
      emptiedCount.value = undefined;
      await loaded.refresh();
    }
  }

  /** Reads the whole trash before it is emptied: a memory that moves to the trash meanwhile stays there. */
  const allInTrash = () =>
    Array.fromAsync(
      client.memories.list({ deleted: true, limit: limits.maxPageSize }),
      ({ id, version }): MemoryVersion => ({ id, version }),
    );

  return { ...loaded, emptiedCount, more, restore, destroy, empty: () => eraseAll() };
}
