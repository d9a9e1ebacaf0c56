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
  /** A memory is back. */
  restored(): Promise<void>;
}

/** What was deleted, newest memory first; it can be restored, or deleted for good. */
export function createTrash({ client, notices, t, restored }: TrashParts) {
  const page = createLoaded(() => client.memories.list({ deleted: true }));
  /** How many were deleted for good, while the trash is being emptied. */
  const emptied = signal<number>();

  function without(id: string): void {
    const now = page.value.value;
    if (now !== undefined) page.value.value = { ...now, memories: now.memories.filter((memory) => memory.id !== id) };
  }

  /** Takes one out of the list; where it was the last that is shown, there may be others. */
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

  /** For good: there is no way back. */
  async function destroy(memory: Memory): Promise<void> {
    try {
      await client.memories.delete(memory.id, { permanent: true });
    } catch (failure) {
      return notices.fail(failure, () => destroy(memory));
    }
    notices.say(t('trash.destroyed'));
    await removed(memory.id);
  }

  /** Deletes all for good, one after the other; what fails on the way ends it, and trying again goes on from there. */
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
