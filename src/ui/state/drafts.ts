import { effect, signal, untracked } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { DraftStore, Kept, KeptEdit } from './draft-store.ts';
import type { MemoryActions } from './memory-actions.ts';
import { continuedDraft, isChanged, resumedDraft, storedEditOf, type MemoryDraft } from './memory-draft.ts';
import type { Notices } from './notices.ts';
import { hasContent, type SaveDraft } from './save-draft.ts';
import type { Saving } from './saving.ts';
import { UserFacingError, hasCode } from './sentence.ts';

interface DraftParts {
  store: DraftStore;
  client: Client;
  saving: Saving;
  actions: MemoryActions;
  notices: Notices;
  t: Translate;
  save(): Promise<void>;
  show(memory: Memory): void;
}

/** How long the user must pause in typing before a draft is stored. */
const pauseMs = 300;

export type Drafts = ReturnType<typeof createDrafts>;

/** Stores drafts while the user writes, and restores them after the screen was closed. */
export function createDrafts({ store, client, saving, actions, notices, t, save, show }: DraftParts) {
  /** When the restored draft was last stored, in Unix milliseconds. Undefined if the draft wasn't restored. */
  const restoredAt = signal<number>();
  /** Drafts that aren't shown, mostly of other pages. */
  const others = signal<readonly Kept<SaveDraft>[]>([]);
  /** Edits that aren't shown, for example because an earlier screen left them open or the user began another edit. */
  const edits = signal<readonly KeptEdit[]>([]);
  /** Writes that wait for a pause in typing. Key: the id of the memory being edited or, for a new memory, `new`. */
  const pending = new Map<string, () => void>();
  let pause: ReturnType<typeof setTimeout> | undefined;

  function writeSoon(key: string, write: () => void): void {
    pending.set(key, write);
    clearTimeout(pause);
    pause = setTimeout(flush, pauseMs);
  }

  function flush(): void {
    clearTimeout(pause);
    for (const write of pending.values()) write();
    pending.clear();
  }

  /** The draft that the user is writing, until it is saved or discarded. */
  let current: SaveDraft | undefined;
  /** The restored draft. Not stored again until the user changes it: another tab may be storing a newer text of it. */
  let restored: SaveDraft | undefined;

  function followDraft(): void {
    const draft = saving.draft.value;
    const isTouched = saving.touched.value && draft !== undefined && hasContent(draft);
    if (current !== undefined && (!isTouched || draft.url !== current.url)) {
      pending.delete('new');
      restoredAt.value = undefined;
      if (isTouched && draft.kind !== current.kind) park(current);
      else store.dropNew({ draft: current });
    }
    current = isTouched ? draft : undefined;
    if (isTouched && draft !== restored) writeSoon('new', () => store.putNew(draft));
  }

  /** Stores the idempotency key of a running save: the screen may close before the service responds. */
  function followSave(): void {
    const [isBusy, attempt] = [saving.busy.value, saving.attempt.value];
    if (!isBusy || attempt === undefined || current === undefined) return;
    pending.delete('new');
    store.putNew(current, attempt.key);
  }

  /** Sets a draft aside, because a new note replaced it. */
  function park(draft: SaveDraft): void {
    store.putNew(draft);
    others.value = [{ draft, at: Date.now() }, ...others.peek()];
  }

  function dropEdit(id: string): void {
    pending.delete(id);
    store.dropEdit(id);
    edits.value = edits.peek().filter(({ memory }) => memory.id !== id);
  }

  /**
   * Sets an edit aside if the user began another one, `next`. Without `next`, drops it: the user saved it or abandoned
   * it, or deleted its memory.
   */
  function endEdit(draft: MemoryDraft, next: MemoryDraft | undefined): void {
    if (next === undefined) return dropEdit(draft.memory.id);
    flush();
    keepAside(draft);
  }

  /** Stores and lists an edit that isn't shown, if it has changes. */
  function keepAside(draft: MemoryDraft): void {
    const kept = untracked(() => (isChanged(draft) ? storedEditOf(draft) : undefined));
    if (kept === undefined) return;
    store.putEdit(kept);
    edits.value = [kept, ...edits.peek()];
  }

  /** If the user set an edit aside while it was being saved, keeps only what was typed into it during the save. */
  function followSavedEdit(): void {
    const saved = actions.savedEdit.value;
    const waiting = edits.peek().find(({ memory }) => memory.id === saved?.memory.id);
    if (saved === undefined || waiting === undefined) return;
    dropEdit(waiting.memory.id);
    const draft = resumedDraft({ draft: waiting, at: Date.now() }, saved.memory, 'text');
    keepAside(untracked(() => continuedDraft(draft, saved.changes, saved.memory)));
  }

  let previousEdit: MemoryDraft | undefined;

  function followEdit(): void {
    const draft = actions.editing.value;
    if (previousEdit !== undefined && previousEdit.memory.id !== draft?.memory.id) endEdit(previousEdit, draft);
    previousEdit = draft;
    if (draft === undefined) return;
    const { id } = draft.memory;
    edits.value = edits.peek().filter(({ memory }) => memory.id !== id);
    const keptEdit = storedEditOf(draft);
    const isWorthKeeping = isChanged(draft);
    writeSoon(id, () => (isWorthKeeping ? store.putEdit(keptEdit) : store.dropEdit(id)));
  }

  /**
   * Shows a draft. If the screen was closed while the draft was being saved, saves it again. `at`: see `restoredAt`.
   * @param opens whether to open the draft for editing, which takes the focus. True only if the user asked for it
   */
  function bringBack(
    { draft, at, key }: Pick<Kept<SaveDraft>, 'draft' | 'key'> & { at: number | undefined },
    opens: boolean,
  ): void {
    restored = draft;
    saving.restore(draft, opens, key);
    restoredAt.value = at;
    if (key !== undefined) void save();
  }

  /** Sets the current draft aside, before another one is shown. */
  function parkCurrent(next: SaveDraft): void {
    flush();
    const now = current;
    current = undefined;
    if (now === undefined) return;
    const waiting = now.url === next.url ? store.putAside(now) : { draft: now, at: Date.now() };
    others.value = [...others.value, waiting];
  }

  return {
    restoredAt,
    others,
    edits,
    /** Stores pending changes now, because the screen may be about to close. */
    flush,

    /** Starts to store every change, and restores a draft that belongs to no page. */
    begin(): void {
      effect(followDraft);
      effect(followSave);
      effect(followEdit);
      effect(followSavedEdit);
      edits.value = store.edits();
      others.value = store.newDrafts();
      const notes = others.value.filter(({ draft }) => draft.url === undefined);
      const note = notes.find(({ slot }) => slot === undefined) ?? notes[0];
      if (note === undefined) return;
      others.value = others.value.filter((other) => other !== note);
      store.claim(note);
      bringBack(note, false);
    },

    /** Restores the draft of the active page. Call once the page is known. */
    restorePageDraft(): void {
      const kept = others.value.find(({ draft, slot }) => slot === undefined && draft.url === saving.draft.value?.url);
      if (kept === undefined || saving.touched.value) return;
      others.value = others.value.filter((other) => other !== kept);
      bringBack(kept, false);
    },

    /** Replaces the draft with the one that the page offers. Offers to undo that if the user had written anything. */
    discard(): void {
      const at = restoredAt.value;
      const draft = saving.discard();
      if (draft === undefined) return;
      notices.offer(t('draft.discarded'), async () => {
        parkCurrent(draft);
        store.putNew(draft);
        bringBack({ draft, at }, true);
      });
    },

    resume(other: Kept<SaveDraft>): void {
      others.value = others.value.filter((one) => one !== other);
      parkCurrent(other.draft);
      store.claim(other);
      bringBack(other, true);
    },

    discardOther(other: Kept<SaveDraft>): void {
      store.dropNew(other);
      others.value = others.value.filter((one) => one !== other);
      notices.offer(t('draft.discarded'), async () => {
        others.value = [store.putAside(other.draft), ...others.value];
      });
    },

    /** Opens an edit again. If its memory was deleted, its text becomes a note. */
    async resumeEdit({ memory, content }: KeptEdit): Promise<void> {
      try {
        const now = await client.memories.read(memory.id);
        show(now);
        actions.edit(now, 'text');
      } catch (failure) {
        if (!hasCode(failure, 'not_found')) return notices.fail(failure);
        dropEdit(memory.id);
        saving.note(content);
        notices.say(t('draft.memoryGone'));
      }
    },

    discardEdit(edit: KeptEdit): void {
      const { id } = edit.memory;
      dropEdit(id);
      notices.offer(t('draft.discarded'), async () => {
        if (actions.editing.value?.memory.id === id || store.readEdit(id) !== undefined)
          throw new UserFacingError(t('draft.newerEdit'));
        store.putEdit(edit);
        edits.value = [edit, ...edits.value];
      });
    },
  };
}
