import type { Client } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Collections } from './collections.ts';
import type { Notices } from './notices.ts';
import type { Results } from './results.ts';
import { sizeOf } from './save-draft.ts';
import type { Saving } from './saving.ts';

/**
 * Drops the draft, on a page that stores no drafts. If the user had written anything, offers to bring the draft back.
 * Bringing it back first drops any draft that was begun since, and offers to bring that one back too.
 */
export function dropDraft({ saving, notices, t }: Pick<SaveParts, 'saving' | 'notices' | 't'>): void {
  const draft = saving.discard();
  if (draft === undefined) return;
  notices.offer(t('draft.discarded'), async () => {
    dropDraft({ saving, notices, t });
    saving.restore(draft, true);
  });
}

interface SaveParts {
  client: Client;
  t: Translate;
  results: Results;
  notices: Notices;
  saving: Saving;
  collections?: Pick<Collections, 'named'>;
  /** Called after an undo. */
  onChanged(): Promise<void>;
  /** Called with each new memory, instead of `onChanged`. */
  onSaved(memory: Memory): Promise<void>;
}

/** Returns a function that saves the draft and offers an undo. If an equal memory exists, shows that memory instead. */
export function createSave({
  client,
  t,
  results,
  notices,
  saving,
  collections,
  onChanged,
  onSaved,
}: SaveParts): () => Promise<void> {
  /** Creates the collection that the draft names, and puts the draft into it. Returns whether that succeeded. */
  async function createCollection(name: string): Promise<boolean> {
    try {
      const chosen = await collections?.named(name);
      saving.change({ collection: chosen?.id, newCollection: undefined });
      return true;
    } catch (failure) {
      notices.fail(failure, save);
      return false;
    }
  }

  async function save(): Promise<void> {
    const { draft, existing } = saving;
    if (draft.value === undefined) await saving.untilRead();
    await saving.untilChecked();
    // If a save of this draft was interrupted, an equal memory may be its result. Saving again, with the same
    // idempotency key, then returns that memory and ends the draft.
    if (existing.value !== undefined && !saving.isAttempted()) return results.showSingle(existing.value);
    const name = draft.value?.newCollection?.trim();
    if (name && !(await createCollection(name))) return;
    const before = draft.value;
    if (before !== undefined && sizeOf(before) > limits.contentBytes)
      return notices.fail(t('error.tooLong', { most: limits.contentBytes / 1024 }));
    try {
      const memory = await saving.save();
      if (memory === undefined || before === undefined) return;
      const undo = async () => {
        await client.memories.delete(memory.id);
        saving.putBack(before);
        await Promise.all([results.refresh(), onChanged()]);
      };
      notices.offer(t('done.saved'), undo, { about: memory.id, memories: [memory.id] });
      await Promise.all([results.refresh(), onSaved(memory)]);
    } catch (failure) {
      notices.fail(failure, save);
    }
  }

  return save;
}
