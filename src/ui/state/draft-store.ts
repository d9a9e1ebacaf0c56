import type { Memory } from '../../v1/schemas/memory.ts';
import type { SaveDraft } from './save-draft.ts';

/** How long a draft is kept after its last change. */
const keptMs = 86_400_000;

const prefix = 'draft:';
const editPrefix = `${prefix}edit:`;
const newPrefix = `${prefix}new:`;

/** The part of `localStorage` that keeps drafts: it is written at once, survives the browser, and is apart from the databases. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** An edit under way. */
export interface KeptEdit {
  /** As it was when editing began: its version reveals a change elsewhere. */
  memory: Memory;
  content: string;
  tags: readonly string[];
  collection: string | null;
  url: string;
  title: string;
}

export interface Kept<Draft> {
  /** Unix milliseconds. */
  at: number;
  draft: Draft;
  /** The idempotency key of a save that has begun. */
  key?: string;
}

export type DraftStore = ReturnType<typeof draftStore>;

/** The drafts on this device: one new memory for each page, one without a page, and one edit for each memory. */
export function draftStore(storage: DraftStorage, now: () => number = Date.now) {
  const newKey = (url = '') => newPrefix + url;
  const editKey = (id: string) => editPrefix + id;

  function put(key: string, draft: unknown, saveKey?: string): void {
    try {
      storage.setItem(key, JSON.stringify({ at: now(), draft, key: saveKey }));
    } catch {
      // The disk is full: the draft stays on the screen.
    }
  }

  const latestOf = <Draft>(start: string) =>
    keysOf(storage, start)
      .flatMap((key) => read<Draft>(storage, key, now()) ?? [])
      .sort((one, other) => other.at - one.at);

  return {
    putNew: (draft: SaveDraft, saveKey?: string) => put(newKey(draft.url), draft, saveKey),
    dropNew: (url: string | undefined) => storage.removeItem(newKey(url)),
    /** Latest first. */
    news: (): Kept<SaveDraft>[] => latestOf<SaveDraft>(newPrefix),

    edit: (id: string) => read<KeptEdit>(storage, editKey(id), now())?.draft,
    putEdit: (edit: KeptEdit) => put(editKey(edit.memory.id), edit),
    dropEdit: (id: string) => forgetEdit(storage, id),
    /** Latest first. */
    edits: (): KeptEdit[] => latestOf<KeptEdit>(editPrefix).map(({ draft }) => draft),
  };
}

/** Drops the edit of a memory that is deleted for good. */
export function forgetEdit(storage: Pick<DraftStorage, 'removeItem'>, memoryId: string): void {
  storage.removeItem(editPrefix + memoryId);
}

/** Drops the drafts that are too old. */
export function sweepDrafts(storage: DraftStorage, now: number): void {
  for (const key of keysOf(storage, prefix)) if (read(storage, key, now) === undefined) storage.removeItem(key);
}

function keysOf(storage: DraftStorage, start: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(start),
  );
}

/** Undefined if there is none, or if it is too old or unreadable. */
function read<Draft>(storage: DraftStorage, key: string, now: number): Kept<Draft> | undefined {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept<Draft> | null;
    return kept !== null && now - kept.at < keptMs ? kept : undefined;
  } catch {
    return undefined;
  }
}
