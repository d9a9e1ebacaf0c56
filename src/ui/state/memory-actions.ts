import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Collections } from './collections.ts';
import type { DraftStore } from './draft-store.ts';
import {
  changesIn,
  continuedDraft,
  isChanged,
  isSavedBy,
  memoryDraft,
  resumedDraft,
  type MemoryDraft,
} from './memory-draft.ts';
import { undoChange, type Notices } from './notices.ts';
import type { Opened } from './opened.ts';
import type { Results } from './results.ts';
import { hasCode } from './sentence.ts';

export interface MemoryActionsParts {
  client: Client;
  t: Translate;
  results: Results;
  notices: Notices;
  opened?: Opened;
  draftStore?: DraftStore;
  collections?: Pick<Collections, 'named'>;
  onChanged(): Promise<void>;
}

export type MemoryActions = ReturnType<typeof createMemoryActions>;

/** The user's actions on one memory. Saved changes, deletions and `leave` can be undone. */
export function createMemoryActions({
  client,
  t,
  results,
  notices,
  opened,
  draftStore,
  collections,
  onChanged,
}: MemoryActionsParts) {
  /** The draft being edited. Kept here and not in its row, which may disappear when the list changes. */
  const editing = signal<MemoryDraft>();
  /** The latest save of an edit: its changes, and the memory after it. */
  const savedEdit = signal<{ changes: UpdateMemory; memory: Memory }>();
  /** The ids of memories that are being deleted. */
  const busy = new Set<string>();

  async function unlessBusy(id: string, action: () => Promise<void>): Promise<void> {
    if (busy.has(id)) return;
    busy.add(id);
    try {
      await action();
    } finally {
      busy.delete(id);
    }
  }

  /** Starts editing a memory, or returns to its draft. */
  function edit(memory: Memory, at: MemoryDraft['focusedField']): void {
    if (editing.value?.memory.id === memory.id) return void (editing.value = { ...editing.value, focusedField: at });
    const kept = draftStore?.readEdit(memory.id);
    editing.value = kept === undefined ? memoryDraft(memory, at) : resumedDraft(kept, memory, at);
  }

  /** Ends editing without saving. If the draft has changes, offers to bring it back. */
  function leave(): void {
    const draft = editing.value;
    editing.value = undefined;
    if (draft === undefined || !isChanged(draft)) return;
    const { id } = draft.memory;
    const undo = async () => {
      // The user may have begun another edit of the memory since. If so, `undo` first opens and leaves that edit, and
      // `leave` offers to bring it back too.
      edit(draft.memory, draft.focusedField);
      leave();
      editing.value = draft;
    };
    notices.offer(t('draft.discarded'), undo, { memories: [id] });
  }

  /** Replaces a restored draft with the memory's own text, and offers to undo that. */
  function startOver({ restored, focusedField }: MemoryDraft): void {
    leave();
    if (restored !== undefined) editing.value = memoryDraft(restored.stored, focusedField);
  }

  function replace(memory: Memory): void {
    results.replace(memory);
    opened?.replace(memory);
  }

  /** Deletes a memory and offers to undo it. `text`: the notice. */
  function remove(memory: Memory, text = t('done.deleted')): Promise<void> {
    return unlessBusy(memory.id, async () => {
      try {
        await client.memories.delete(memory.id);
      } catch (failure) {
        return notices.fail(failure, () => remove(memory, text));
      }
      if (editing.value?.memory.id === memory.id) editing.value = undefined;
      opened?.remove(memory.id);
      const before = results.view.value;
      await results.remove(memory.id);
      const undo = async () => {
        const restored = await client.memories.restore(memory.id);
        notices.noteUndone(memory, restored);
        opened?.replace(restored);
        await Promise.all([results.putBack([restored], before), onChanged()]);
      };
      notices.offer(text, undo, { memories: [memory.id] });
      await onChanged();
    });
  }

  /**
   * Saves changes unless the memory's version has changed. `saving`: the draft that contains them.
   * @throws CommonplaceError; ServiceError `precondition_failed` if the memory was changed elsewhere
   */
  async function change(before: Memory, changes: UpdateMemory, saving?: MemoryDraft): Promise<void> {
    const after = await client.memories.update(before.id, changes, { ifVersion: before.version });
    replace(after);
    if (saving !== undefined) savedEdit.value = { changes, memory: after };
    const open = editing.value;
    if (open?.memory.id === before.id) {
      if (!isChanged(open) || isSavedBy(open, changes)) editing.value = undefined;
      else if (open.content === saving?.content) editing.value = continuedDraft(open, changes, after);
    }
    if (after.version === before.version) return;
    const former = formerOf(before, changes);
    const undo = async () => {
      const restored = await undoChange({ client, notices }, { before, after, former });
      replace(restored);
      await onChanged();
    };
    notices.offer(t('done.changed'), undo, { memories: [before.id] });
    await onChanged();
  }

  /**
   * Saves an edit, after creating its new collection, if any. If the memory was changed elsewhere since editing began,
   * leaves it unchanged and sets `draft.theirs` to the stored version. Saving again overwrites that version with the
   * user's changes.
   * @throws CommonplaceError
   */
  async function saveEdit(draft: MemoryDraft): Promise<void> {
    const name = draft.newCollection.value?.trim();
    if (name && collections !== undefined) draft.collection.value = (await collections.named(name)).id;
    draft.newCollection.value = undefined;
    const changes = changesIn(draft);
    if (Object.keys(changes).length === 0) return void (editing.value = undefined);
    try {
      await change(draft.theirs.value ?? draft.memory, changes, draft);
    } catch (failure) {
      if (!hasCode(failure, 'precondition_failed')) throw failure;
      draft.theirs.value = await client.memories.read(draft.memory.id);
    }
  }

  /** Discards the draft and keeps the stored version, which was changed elsewhere. */
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

  return { editing, savedEdit, edit, leave, startOver, remove, change, saveEdit, keepTheirs, copy };
}

function formerOf(before: Memory, changes: UpdateMemory): UpdateMemory {
  return Object.fromEntries((Object.keys(changes) as (keyof UpdateMemory)[]).map((field) => [field, before[field]]));
}
