import { computed, signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { bodyOf, contentOf, draftOf, emptyNote, type Captured, type SaveDraft } from './save-draft.ts';

export type Saving = ReturnType<typeof createSaving>;

/** What the save bar knows: the draft, whether it is saved already, and whether it is being saved. */
export function createSaving(client: Commonplace, capture: () => Promise<Captured | undefined>) {
  const draft = signal<SaveDraft>();
  /** The page in front could not be read: there is a note to write, nothing else. */
  const unreadable = signal(false);
  const writing = signal(false);
  const busy = signal(false);
  /** What is saved from the same address. */
  const saved = signal<Memory[]>([]);
  const already = computed(() => {
    const content = draft.value === undefined ? '' : contentOf(draft.value);
    return content === '' ? undefined : saved.value.find((memory) => memory.content === content);
  });

  /**
   * The key under which the draft is being saved, kept until an answer says what became of it:
   * trying again after no answer must not save twice. Another text is another saving, with a key of its own.
   */
  let attempt: { body: string; key: string } | undefined;

  function keyFor(body: string): string {
    if (attempt?.body !== body) attempt = { body, key: crypto.randomUUID() };
    return attempt.key;
  }

  let knowing = Promise.resolve();

  async function savedFrom(url: string): Promise<Memory[]> {
    return (await client.memories.list({ url, limit: 100 })).memories;
  }

  async function readSaved(): Promise<void> {
    const url = draft.value?.url;
    saved.value = url === undefined ? [] : await savedFrom(url).catch(() => []);
  }

  function recheck(): Promise<void> {
    return (knowing = readSaved());
  }

  return {
    draft,
    unreadable,
    writing,
    busy,
    already,

    /** Reads the page in front. */
    async open(): Promise<void> {
      const captured = await capture().catch(() => undefined);
      unreadable.value = captured === undefined;
      draft.value ??= draftOf(captured);
      await recheck();
    },

    change(changes: Partial<SaveDraft>): void {
      draft.value = { ...(draft.value ?? emptyNote), ...changes };
    },

    /** A note in the person's own words, of no page. */
    note(content: string): void {
      draft.value = { ...emptyNote, content };
      writing.value = true;
    },

    /** Asks again what is saved from this address. */
    recheck,

    /** Settles once it is known whether the draft is saved already. A page that can't be read yet holds nothing up. */
    known: () => knowing,

    /** Puts a draft back whose save was undone, unless another was begun since. */
    putBack(before: SaveDraft): void {
      const now = draft.value ?? emptyNote;
      if (now.content === '' && now.tags.length === 0 && !writing.value) draft.value = before;
    },

    /** Saves the draft and begins an empty one. Returns undefined if there is nothing to save or a save is under way. @throws CommonplaceError */
    async save(): Promise<Memory | undefined> {
      const now = draft.value;
      if (now === undefined || busy.value || contentOf(now) === '') return undefined;
      const body = bodyOf(now);
      busy.value = true;
      try {
        const memory = await client.memories.create(body, { idempotencyKey: keyFor(JSON.stringify(body)) });
        attempt = undefined;
        // What was typed meanwhile stays.
        if (draft.value === now) {
          draft.value = emptyNote;
          writing.value = false;
        }
        return memory;
      } finally {
        busy.value = false;
      }
    },
  };
}
