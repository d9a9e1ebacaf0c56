import type { Memory } from '../../v1/schemas/memory.ts';
import type { SaveDraft } from './save-draft.ts';

/** How long a draft is kept after its last change: long enough for a note to survive a weekend. */
const keptMs = 7 * 86_400_000;

const prefix = 'draft:';
const editPrefix = `${prefix}edit:`;
const newPrefix = `${prefix}new:`;
/** The key prefix of drafts that were moved aside. No page's key begins with it: no address begins with `waiting:`. */
const waitingPrefix = `${newPrefix}waiting:`;

/**
 * The part of `localStorage` that drafts need. It is written synchronously, survives a restart of the browser, and
 * doesn't depend on IndexedDB.
 */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The unsaved edit of a memory. */
export interface KeptEdit {
  /** The memory when editing began or after the latest save of the edit. Its version reveals a change elsewhere. */
  memory: Memory;
  content: string;
  tags: readonly string[];
  tagEntry?: string;
  collection: string | null;
  newCollection?: string | undefined;
  url: string;
  title: string;
}

/** A stored draft. */
export interface Kept<Draft> {
  /** When the draft was stored, Unix milliseconds. */
  at: number;
  draft: Draft;
  /** The idempotency key of a save that has begun. */
  key?: string;
  /** The storage key, if the draft is stored under another key than its page's. */
  slot?: string;
}

export type DraftStore = ReturnType<typeof draftStore>;

/**
 * The drafts on this device: for each page, at most one draft of a new memory, and one more without a page; for each
 * memory, at most one edit; and any number of drafts that were moved aside.
 */
export function draftStore(storage: DraftStorage, now: () => number = Date.now) {
  const newKey = (url = '') => newPrefix + url;
  const editKey = (id: string) => editPrefix + id;

  /** Returns false if the disk is full. The draft then stays on the screen. */
  function put(key: string, draft: unknown, saveKey?: string): boolean {
    try {
      storage.setItem(key, JSON.stringify({ at: now(), draft, key: saveKey }));
      return true;
    } catch {
      return false;
    }
  }

  const keptIn = <Draft>(start: string) =>
    keysOf(storage, start).flatMap((key) => {
      const kept = read<Draft>(storage, key, now());
      return kept === undefined ? [] : [{ key, kept }];
    });
  const latestFirst = <Draft>(all: Kept<Draft>[]) => all.sort((one, other) => other.at - one.at);

  /**
   * For each key, this screen's own draft: the value that it last read or wrote. A stored value that differs belongs to
   * another open screen.
   */
  const known = new Map<string, string | null>();

  function setAside(text: string): string {
    const slot = waitingPrefix + crypto.randomUUID();
    storage.setItem(slot, text);
    return slot;
  }

  /**
   * Removes and returns the draft that this screen last read or wrote under `key`, even if another screen moved it to
   * another key. Returns undefined if it is no longer stored.
   */
  function removeOwn(key: string): { key: string; text: string } | undefined {
    const text = known.get(key) ?? null;
    known.delete(key);
    if (text === null) return undefined;
    const ownKey = [key, ...keysOf(storage, waitingPrefix)].find((one) => storage.getItem(one) === text);
    if (ownKey === undefined) return undefined;
    storage.removeItem(ownKey);
    return { key: ownKey, text };
  }

  /** Returns false if the disk is full. In that case, the drafts stored earlier stay. */
  function putNew(draft: SaveDraft, saveKey?: string): boolean {
    const key = newKey(draft.url);
    const stored = storage.getItem(key);
    const own = known.get(key) ?? null;
    let aside: string | undefined;
    try {
      if (stored !== null && stored !== own) aside = setAside(stored);
    } catch {
      return false;
    }
    const moved = stored === own ? undefined : removeOwn(key);
    const isStored = put(key, draft, saveKey);
    if (!isStored && aside !== undefined) storage.removeItem(aside);
    // Storing the removed text again can't fail: its space is still free.
    if (!isStored && moved !== undefined) storage.setItem(moved.key, moved.text);
    known.set(key, isStored ? storage.getItem(key) : own);
    return isStored;
  }

  function dropNew({ draft: { url }, slot }: Pick<Kept<Pick<SaveDraft, 'url'>>, 'draft' | 'slot'>): void {
    if (slot === undefined) removeOwn(newKey(url));
    else storage.removeItem(slot);
  }

  return {
    /**
     * Stores a new memory's draft under the address of its page, which may be empty. A draft that another screen stored
     * there is moved aside.
     */
    putNew,
    dropNew,
    /** Stores a draft under a separate key instead of its page's key. On a full disk, returns it without storing it. */
    putAside(draft: SaveDraft): Kept<SaveDraft> {
      const kept = { at: now(), draft };
      try {
        return { ...kept, slot: setAside(JSON.stringify(kept)) };
      } catch {
        return kept;
      }
    },
    /** Moves a draft back to its page's key. On a full disk, the next `putNew` that fits moves it. */
    claim({ draft, key, slot }: Kept<SaveDraft>): void {
      if (slot === undefined) return;
      if (putNew(draft, key)) storage.removeItem(slot);
      else known.set(newKey(draft.url), storage.getItem(slot));
    },
    /** The drafts of new memories, latest first. */
    newDrafts(): Kept<SaveDraft>[] {
      const all = keptIn<SaveDraft>(newPrefix);
      for (const { key } of all) known.set(key, storage.getItem(key));
      return latestFirst(all.map(({ key, kept }) => (key.startsWith(waitingPrefix) ? { ...kept, slot: key } : kept)));
    },

    readEdit(id: string): Kept<KeptEdit> | undefined {
      const key = editKey(id);
      known.set(key, storage.getItem(key));
      return read(storage, key, now());
    },
    putEdit(edit: KeptEdit): void {
      const key = editKey(edit.memory.id);
      put(key, edit);
      known.set(key, storage.getItem(key));
    },
    /** Removes this screen's edit, unless another screen has overwritten it. */
    dropEdit: (id: string) => void removeOwn(editKey(id)),
    /** The edits of all memories, latest first. */
    edits(): KeptEdit[] {
      const all = keptIn<KeptEdit>(editPrefix);
      for (const { key } of all) known.set(key, storage.getItem(key));
      return latestFirst(all.map(({ kept }) => kept)).map(({ draft }) => draft);
    },
  };
}

/** Drops the edit of a memory that is deleted for good. */
export function forgetEdit(storage: Pick<DraftStorage, 'removeItem'>, memoryId: string): void {
  storage.removeItem(editPrefix + memoryId);
}

/** Drops the drafts that are too old or unreadable. */
export function sweepDrafts(storage: DraftStorage, now: number): void {
  for (const key of keysOf(storage, prefix)) if (read(storage, key, now) === undefined) storage.removeItem(key);
}

function keysOf(storage: DraftStorage, start: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(start),
  );
}

/** Undefined if there is no draft, or if it is too old or unreadable. */
function read<Draft>(storage: DraftStorage, key: string, now: number): Kept<Draft> | undefined {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept<Draft> | null;
    return kept !== null && now - kept.at < keptMs ? kept : undefined;
  } catch {
    return undefined;
  }
}
