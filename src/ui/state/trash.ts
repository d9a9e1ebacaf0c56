import { signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { createLoaded } from './loaded.ts';
import type { Notices } from './notices.ts';

interface TrashParts {
  client: Commonplace;
  notices: Notices;
  t: Translate;
  /** Called when a memory was restored. */
  restored(): Promise<void>;
}

/** Deleted memories, newest first, with restore and permanent deletion. */
export function createTrash({ client, notices, t, restored }: TrashParts) {
  const page = createLoaded(() => client.memories.list({ deleted: true }));
  /** The number deleted so far while the trash is being emptied. */
  const emptied = signal<number>();

  function without(id: string): void {
    const now = page.value.value;
    if (now !== undefined) page.value.value = { ...now, memories: now.memories.filter((memory) => memory.id !== id) };
  }

  /** Removes a memory from the list; after the last one shown, loads more. */
  async function removed(id: string): Promise<void> {
    without(id);
    if (page.value.value?.memories.length === 0) await page.refresh();
  }

  async function more(): Promise<void> {
    const from = page.value.value;
    if (!from?.nextCursor) return;
    try {
      const next = await client.memories.list({ deleted: true, cursor: from.nextCursor });
      if (page.value.value === from) page.value.value = { ...next, memories: [...from.memories, ...next.memories] };
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
    notices.offer(t('trash.restored'), async () => {
      await client.memories.delete(memory.id);
      await Promise.all([page.refresh(), restored()]);
    });
    await Promise.all([removed(memory.id), restored()]);
  }

  /** Deletes a memory permanently. */
  async function destroy(memory: Memory): Promise<void> {
    try {
      await client.memories.delete(memory.id, { permanent: true });
    } catch (failure) {
      return notices.fail(failure, () => destroy(memory));
    }
    notices.say(t('trash.destroyed'));
    await removed(memory.id);
  }

  /** Deletes everything permanently, one by one. A failure stops it; a retry continues. */
  async function empty(): Promise<void> {
    if (emptied.value !== undefined) return;
    emptied.value = 0;
    try {
      for (let next = await fullPage(); next.length > 0; next = await fullPage()) {
        for (const { id } of next) {
          await client.memories.delete(id, { permanent: true });
          without(id);
          emptied.value++;
        }
      }
      notices.say(t('trash.emptied', { count: emptied.value }));
    } catch (failure) {
      notices.fail(failure, empty);
    } finally {
      emptied.value = undefined;
      await page.refresh();
    }
  }

  const fullPage = async () => (await client.memories.list({ deleted: true, limit: limits.pageMost })).memories;

  return { ...page, emptied, more, restore, destroy, empty };
}
