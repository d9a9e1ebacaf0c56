import { signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../words/translator.ts';
import type { Notices } from './notices.ts';
import type { Results } from './results.ts';

export interface ActsParts {
  client: Commonplace;
  t: Translate;
  results: Results;
  notices: Notices;
  /** What is kept has changed: whatever else tells of it asks again. */
  recheck(): Promise<void>;
}

export type Acts = ReturnType<typeof createActs>;

/** What a person does to a memory in a list: done at once, said, and offered to be undone. */
export function createActs({ client, t, results, notices, recheck }: ActsParts) {
  /** The memory that is being edited in place, and where the writing begins. */
  const editing = signal<{ id: string; at: 'text' | 'tags' }>();
  /** The memories whose whole text is shown. */
  const expanded = signal<ReadonlySet<string>>(new Set());
  /** Acts on their way: one of a kind for a memory at a time. */
  const busy = new Set<string>();

  async function once(id: string, act: () => Promise<void>): Promise<void> {
    if (busy.has(id)) return;
    busy.add(id);
    try {
      await act();
    } finally {
      busy.delete(id);
    }
  }

  function toggle(id: string): void {
    const now = new Set(expanded.value);
    if (!now.delete(id)) now.add(id);
    expanded.value = now;
  }

  /** Takes a memory away and offers it back. `text`: what is said. */
  function remove(memory: Memory, text = t('done.deleted')): Promise<void> {
    return once(memory.id, async () => {
      try {
        await client.memories.delete(memory.id);
      } catch (failure) {
        return notices.fail(failure, () => remove(memory, text));
      }
      await results.remove(memory.id);
      notices.offer(text, async () => {
        await client.memories.restore(memory.id);
        await Promise.all([results.refresh(), recheck()]);
      });
      await recheck();
    });
  }

  /**
   * Writes the changes of an edit, unless the memory has another version by now.
   * @throws CommonplaceError; ServiceError `precondition_failed` where it was changed elsewhere
   */
  async function change(before: Memory, changes: UpdateMemory, { overwrite = false } = {}): Promise<void> {
    const after = await client.memories.update(before.id, changes, overwrite ? {} : { ifVersion: before.version });
    results.replace(after);
    if (editing.value?.id === before.id) editing.value = undefined;
    if (after.version === before.version) return;
    const former = { content: before.content, tags: before.tags };
    notices.offer(t('done.changed'), async () => {
      results.replace(await client.memories.update(before.id, former, { ifVersion: after.version }));
      await recheck();
    });
    await recheck();
  }

  async function copy(memory: Memory): Promise<void> {
    await navigator.clipboard.writeText(memory.content).then(
      () => notices.say(t('done.copied')),
      () => notices.fail(t('done.notCopied')),
    );
  }

  return { editing, expanded, toggle, remove, change, copy };
}
