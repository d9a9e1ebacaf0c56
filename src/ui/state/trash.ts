import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { createLoaded } from './loaded.ts';
import type { Notices } from './notices.ts';

interface TrashParts {
  client: Client;
  notices: Notices;
  t: Translate;
  /** Called after a memory is restored. */
  onRestored(): Promise<void>;
}

/** The days, rounded up, until a memory in the trash is deleted for good. */
export const daysLeft = (deletedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil(limits.trashDays - (now - Date.parse(deletedAt)) / 86_400_000));

/** Deleted memories, newest first, with restore and permanent deletion. */
export function createTrash({ client, notices, t, onRestored }: TrashParts) {
  const loaded = createLoaded(() => client.memories.list({ deleted: true }));
  const shown = loaded.value;
  /** Memories deleted so far while the trash is being emptied; otherwise undefined. */
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

  /** Deletes a memory permanently. */
  async function destroy(memory: Memory): Promise<void> {
    try {
      await client.memories.delete(memory.id, { permanent: true });
    } catch (failure) {
      return notices.fail(failure, () => destroy(memory));
    }
    notices.forget(memory.id);
    notices.say(t('trash.destroyed'));
    await removeFromList(memory.id);
  }

  /** Deletes all memories in the trash permanently, one by one. Stops at a failure; a retry continues. */
  async function empty(): Promise<void> {
    if (emptiedCount.value !== undefined) return;
    emptiedCount.value = 0;
    try {
      for (let next = await fullPage(); next.length > 0; next = await fullPage()) {
        for (const { id } of next) {
          await client.memories.delete(id, { permanent: true });
          notices.forget(id);
          hideRow(id);
          emptiedCount.value++;
        }
      }
      notices.say(t('trash.emptied', { count: emptiedCount.value }));
    } catch (failure) {
      notices.fail(failure, empty);
    } finally {
      emptiedCount.value = undefined;
      await loaded.refresh();
    }
  }

  const fullPage = async () => (await client.memories.list({ deleted: true, limit: limits.maxPageSize })).memories;

  return { ...loaded, emptiedCount, more, restore, destroy, empty };
}
