import { signal, type Signal } from '@preact/signals';
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

/** A memory that is being changed, and what is written so far. */
export interface Draft {
  /** As it was when the editing began: a change elsewhere since then is noticed by its version. */
  memory: Memory;
  /** Where the writing begins. */
  at: 'text' | 'tags';
  content: Signal<string>;
  tags: Signal<readonly string[]>;
}

export type Acts = ReturnType<typeof createActs>;

/** What a person does to a memory in a list: done at once, said, and offered to be undone. */
export function createActs({ client, t, results, notices, recheck }: ActsParts) {
  /** What is being edited in place. Kept here and not by the row, which goes when the list changes. */
  const editing = signal<Draft>();
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

  /** Begins to edit a memory; what was written in it already stays. */
  function edit(memory: Memory, at: Draft['at']): void {
    const begun = editing.value?.memory.id === memory.id ? editing.value : { memory, content: signal(memory.content), tags: signal<readonly string[]>(memory.tags) };
    editing.value = { ...begun, at };
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
    if (editing.value?.memory.id === before.id) editing.value = undefined;
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

  return { editing, expanded, edit, toggle, remove, change, copy };
}
