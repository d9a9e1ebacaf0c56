import { batch, computed, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import {
  addressAlone,
  bodyOf,
  contentOf,
  draftOf,
  emptyNote,
  hasContent,
  urlOf,
  type Captured,
  type SaveDraft,
} from './save-draft.ts';

export type Saving = ReturnType<typeof createSaving>;

/**
 * The state of the save bar: the draft, whether it is saved already, and whether a save is under way.
 * @param collectionOfNote returns the id of the collection to which a new note belongs, unless the user chooses another
 */
export function createSaving(
  client: Client,
  capture: () => Promise<Captured | undefined>,
  collectionOfNote: () => string | undefined = () => undefined,
) {
  const draft = signal<SaveDraft>();
  /** Whether the active page can't be read, so that only a note can be saved. */
  const unreadable = signal(false);
  const writing = signal(false);
  /** Increases whenever the form should take the focus. */
  const focusRequests = signal(0);
  const touched = signal(false);
  const busy = signal(false);
  /** The memories saved from the last checked address. */
  const saved = signal<Memory[]>([]);
  /** The memory with the draft's address and text. Undefined if there is none, or if the draft has no address. */
  const existing = computed(() => {
    const now = draft.value;
    if (now === undefined || contentOf(now) === '') return undefined;
    const [address, text] = [urlOf(now), contentOf(now)];
    return saved.value.find(({ url, content }) => url === address && content === text);
  });
  /**
   * For a draft of a page: the latest save of that page, unless the draft itself is saved already. May be a note with
   * only the address.
   */
  const earlier = computed(() => {
    const now = draft.value;
    if (now?.kind !== 'page' || existing.value !== undefined) return undefined;
    const here = saved.value.filter(({ url }) => url === urlOf(now));
    return here.find((memory) => isOfWholePage(memory) || addressAlone(memory.content) === memory.url);
  });

  /**
   * The idempotency key of the current draft, kept until the save succeeds, so that a retry doesn't save twice.
   * A changed draft gets a new key.
   */
  const attempt = signal<{ body: string; key: string }>();

  function keyFor(body: string): string {
    const { key } = attempt.value?.body === body ? attempt.value : { key: crypto.randomUUID() };
    attempt.value = { body, key };
    return key;
  }

  /** The draft that the page offers. */
  let offered = emptyNote;
  let opening = Promise.resolve();
  let checking = Promise.resolve();
  /** The address whose memories were read last, or are being read. */
  let checked: string | undefined;
  let isCheckFailed = false;

  /** The address of the draft or, if it has none, of the page. */
  const addressNow = () => (draft.value && urlOf(draft.value)) ?? offered.url;

  async function savedFrom(url: string): Promise<Memory[]> {
    return (await client.memories.list({ url, limit: 100 })).memories;
  }

  async function readSaved(): Promise<void> {
    const url = (checked = addressNow());
    const memories = url === undefined ? [] : await savedFrom(url).catch(() => undefined);
    if (url !== checked) return;
    saved.value = memories ?? [];
    isCheckFailed = memories === undefined;
  }

  function recheck(): Promise<void> {
    return (checking = readSaved());
  }

  async function readPage(): Promise<void> {
    const captured = await capture().catch(() => undefined);
    unreadable.value = captured === undefined;
    offered = draftOf(captured);
    draft.value ??= offered;
    await recheck();
  }

  const isChecked = () => checked === addressNow();
  /** For a save: waits for the latest check, or starts a new one if it failed or was for another address. */
  const untilChecked = () => (isChecked() && !isCheckFailed ? checking : recheck());

  /** Shows a draft that the user has changed. */
  const begin = (written: SaveDraft) =>
    batch(() => {
      touched.value = true;
      draft.value = written;
    });

  /** Shows a draft that the user hasn't changed. */
  const leave = (fresh: SaveDraft) =>
    batch(() => {
      touched.value = false;
      draft.value = fresh;
      writing.value = false;
    });

  return {
    draft,
    unreadable,
    writing,
    focusRequests,
    touched,
    busy,
    attempt,
    existing,
    earlier,
    saved,
    pageUrl: () => offered.url,

    open: (): Promise<void> => (opening = readPage()),

    /** Resolves once the active page was read. */
    untilRead: (): Promise<void> => opening,

    change: (changes: Partial<SaveDraft>) => begin({ ...(draft.value ?? emptyNote), ...changes }),

    /** Starts a note that belongs to no page. If the user is writing a note already, adds `content` to that note. */
    note(content: string): void {
      const now = draft.value;
      const isWritten = touched.value && now?.kind === 'note' && contentOf(now) !== '';
      if (isWritten) begin({ ...now, content: content === '' ? now.content : `${now.content}\n\n${content}` });
      else begin({ ...emptyNote, content, collection: collectionOfNote() });
      writing.value = true;
      focusRequests.value++;
    },

    /** Opens the draft for editing. A blank note gets the default collection. */
    write(): void {
      const now = draft.value;
      if (now?.kind === 'note' && contentOf(now) === '' && now.tags.length === 0)
        draft.value = { ...now, collection: collectionOfNote() ?? now.collection };
      writing.value = true;
    },

    /** Shows a stored draft, open for editing if `opens`. `key`: its interrupted save's idempotency key, if any. */
    restore(kept: SaveDraft, opens: boolean, key?: string): void {
      begin(kept);
      writing.value = opens;
      if (key !== undefined) attempt.value = { body: JSON.stringify(bodyOf(kept)), key };
    },

    /**
     * Drops the draft and shows the one that the page offers. Returns what the user had written; undefined if nothing.
     */
    discard(): SaveDraft | undefined {
      const now = draft.value;
      const isWritten = now !== undefined && now !== offered && hasContent(now);
      leave(offered);
      if (!isChecked()) void recheck();
      return isWritten ? now : undefined;
    },

    recheck,

    /** Resolves once it is known whether the draft is saved already. Doesn't wait for a page that is still loading. */
    untilChecked,

    /** Whether a save of the draft has begun. Its response may be missing, so the draft may be stored already. */
    isAttempted: (): boolean =>
      draft.value !== undefined && attempt.value?.body === JSON.stringify(bodyOf(draft.value)),

    /** Restores a draft whose save was undone, unless the user has begun another one. */
    putBack(before: SaveDraft): void {
      const now = draft.value ?? emptyNote;
      if (now.content === '' && now.tags.length === 0 && !writing.value) draft.value = before;
    },

    /**
     * Saves the draft and begins an empty one, unless the draft was changed meanwhile. Returns undefined if there is
     * nothing to save or a save is under way.
     * @throws CommonplaceError
     */
    async save(): Promise<Memory | undefined> {
      const now = draft.value;
      if (now === undefined || busy.value || contentOf(now) === '') return undefined;
      const body = bodyOf(now);
      busy.value = true;
      try {
        const memory = await client.memories.create(body, { idempotencyKey: keyFor(JSON.stringify(body)) });
        attempt.value = undefined;
        // Keep what was typed during the save.
        if (draft.value === now) leave(emptyNote);
        return memory;
      } finally {
        busy.value = false;
      }
    },
  };
}

/** Whether a memory stands for its whole page, not for a part of it. */
export function isOfWholePage({ capture, content, title }: Memory): boolean {
  // A PDF's whole text is saved in one or more parts, each with a page number. A selection in a PDF has none.
  const isPdf = capture?.kind === 'pdf' && capture.page !== undefined;
  return capture?.kind === 'page' || isPdf || content === title;
}
