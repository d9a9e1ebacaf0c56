import { signal } from '@preact/signals';
import { ServiceError, type Commonplace } from '../../client/index.ts';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { changesIn, memoryDraft, type MemoryDraft } from './memory-draft.ts';
import type { Notices } from './notices.ts';
import type { Opened } from './opened.ts';
import type { Results } from './results.ts';

export interface MemoryActionsParts {
  client: Commonplace;
  t: Translate;
  results: Results;
  notices: Notices;
  /** The memory that is shown beside the list, on screens that have room for it. */
  opened?: Opened;
  /** What is kept has changed: whatever else tells of it asks again. */
  recheck(): Promise<void>;
}

export type MemoryActions = ReturnType<typeof createMemoryActions>;

/** What a person does to a memory in a list: done at once, said, and offered to be undone. */
export function createMemoryActions({ client, t, results, notices, opened, recheck }: MemoryActionsParts) {
  /** What is being edited in place. Kept here and not by the row, which goes when the list changes. */
  const editing = signal<MemoryDraft>();
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
  function edit(memory: Memory, at: MemoryDraft['at']): void {
    const begun = editing.value?.memory.id === memory.id ? editing.value : memoryDraft(memory, at);
    editing.value = { ...begun, at };
  }

  function replace(memory: Memory): void {
    results.replace(memory);
    opened?.replace(memory);
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
      if (editing.value?.memory.id === memory.id) editing.value = undefined;
      opened?.remove(memory.id);
      await results.remove(memory.id);
      notices.offer(text, async () => {
        const restored = await client.memories.restore(memory.id);
        opened?.replace(restored);
        await Promise.all([results.refresh(), recheck()]);
      });
      await recheck();
    });
  }

  /**
   * Writes the changes of an edit, unless the memory has another version by now.
   * @throws CommonplaceError; ServiceError `precondition_failed` where it was changed elsewhere
   */
  async function change(before: Memory, changes: UpdateMemory): Promise<void> {
    const after = await client.memories.update(before.id, changes, { ifVersion: before.version });
    replace(after);
    if (editing.value?.memory.id === before.id) editing.value = undefined;
    if (after.version === before.version) return;
    const former = formerOf(before, changes);
    notices.offer(t('done.changed'), async () => {
      replace(await client.memories.update(before.id, former, { ifVersion: after.version }));
      await recheck();
    });
    await recheck();
  }

  /**
   * Writes a draft. Where the memory was changed elsewhere since the editing began, nothing is written and the draft holds what stands there now;
   * writing it again then puts the person's own changes over that version.
   * @throws CommonplaceError
   */
  async function write(draft: MemoryDraft): Promise<void> {
    const changes = changesIn(draft);
    if (Object.keys(changes).length === 0) return void (editing.value = undefined);
    try {
      await change(draft.theirs.value ?? draft.memory, changes);
    } catch (failure) {
      if (!(failure instanceof ServiceError) || failure.code !== 'precondition_failed') throw failure;
      draft.theirs.value = await client.memories.read(draft.memory.id);
    }
  }

  /** Gives up a draft for what stands there now. */
  function keepTheirs({ theirs }: MemoryDraft): void {
    if (theirs.value !== undefined) replace(theirs.value);
    editing.value = undefined;
  }

  async function copy(memory: Memory): Promise<void> {
    await navigator.clipboard.writeText(memory.content).then(
      () => notices.say(t('done.copied')),
      () => notices.fail(t('done.notCopied')),
    );
  }

  return { editing, expanded, edit, toggle, remove, change, write, keepTheirs, copy };
}

/** What the changed fields were before. */
function formerOf(before: Memory, changes: UpdateMemory): UpdateMemory {
  return Object.fromEntries((Object.keys(changes) as (keyof UpdateMemory)[]).map((field) => [field, before[field]]));
}
