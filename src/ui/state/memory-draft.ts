import { batch, signal, type Signal } from '@preact/signals';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Kept, KeptEdit } from './draft-store.ts';
import { withEntry } from './tag-entry.ts';

/** A memory being edited, and the edits so far. */
export interface MemoryDraft {
  /** The memory when editing began or after the latest save of the edit. Its version reveals a change elsewhere. */
  memory: Memory;
  focusedField: 'text' | 'tags';
  content: Signal<string>;
  tags: Signal<readonly string[]>;
  tagEntry: Signal<string>;
  /** The id of a collection. */
  collection: Signal<string | null>;
  /** The name of a collection that a save creates; undefined: none. */
  newCollection: Signal<string | undefined>;
  /** Blank if there is none. */
  url: Signal<string>;
  title: Signal<string>;
  /** The stored version, if it was changed elsewhere since editing began. */
  theirs: Signal<Memory | undefined>;
  /** Set if the draft was brought back. */
  restored?: {
    /** When the draft was last changed, Unix milliseconds. */
    at: number;
    /** The memory as it was stored when the draft was brought back, or after the latest save of the draft. */
    stored: Memory;
  };
}

export function memoryDraft(memory: Memory, at: MemoryDraft['focusedField']): MemoryDraft {
  return {
    memory,
    focusedField: at,
    content: signal(memory.content),
    tags: signal<readonly string[]>(memory.tags),
    tagEntry: signal(''),
    collection: signal(memory.collection),
    newCollection: signal<string>(),
    url: signal(memory.url ?? ''),
    title: signal(memory.title ?? ''),
    theirs: signal<Memory>(),
  };
}

/** The edits so far, as they are stored. */
export function storedEditOf(draft: MemoryDraft): KeptEdit {
  const { memory, content, tags, tagEntry, collection, newCollection, url, title } = draft;
  return {
    memory,
    content: content.value,
    tags: tags.value,
    tagEntry: tagEntry.value,
    collection: collection.value,
    newCollection: newCollection.value,
    url: url.value,
    title: title.value,
  };
}

/** Turns a stored edit back into a draft. `stored`: the memory as it is now. */
export function resumedDraft(kept: Kept<KeptEdit>, stored: Memory, at: MemoryDraft['focusedField']): MemoryDraft {
  const { memory, content, tags, tagEntry = '', collection, newCollection, url, title } = kept.draft;
  return {
    memory,
    focusedField: at,
    content: signal(content),
    // `changesIn` compares the arrays by identity.
    tags: signal(isSame(tags, memory.tags) ? memory.tags : tags),
    tagEntry: signal(tagEntry),
    collection: signal(collection),
    newCollection: signal(newCollection),
    url: signal(url),
    title: signal(title),
    theirs: signal<Memory>(),
    restored: { at: kept.at, stored },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that the user changed. Leaves out the others, so that changes made to them elsewhere survive. */
export function changesIn({ memory, content, tags, tagEntry, collection, url, title }: MemoryDraft): UpdateMemory {
  const allTags = withEntry(tags.value, tagEntry.value);
  const address = url.value.trim() || null;
  const name = title.value.trim() || null;
  return {
    ...(content.value.trimEnd() !== memory.content && { content: content.value }),
    ...(allTags !== memory.tags && { tags: [...allTags] }),
    ...(collection.value !== memory.collection && { collection: collection.value }),
    ...(address !== memory.url && { url: address }),
    ...(name !== memory.title && { title: name }),
  };
}

/** Whether leaving the draft would lose changes by the user. */
export const isChanged = (draft: MemoryDraft): boolean =>
  Object.keys(changesIn(draft)).length > 0 || namesCollection(draft);

const namesCollection = ({ newCollection }: MemoryDraft) => (newCollection.value ?? '').trim() !== '';

/** Whether a save of `changes` saved the whole draft: the user may have typed more during the save. */
export const isSavedBy = (draft: MemoryDraft, changes: UpdateMemory): boolean =>
  isSame(changesIn(draft), changes) && !namesCollection(draft);

/**
 * The draft after a save of `changes`: keeps fields that the user changed during the save, and takes the others from
 * `saved`.
 */
export function continuedDraft(draft: MemoryDraft, changes: UpdateMemory, saved: Memory): MemoryDraft {
  const now = changesIn(draft);
  const isSaved = (field: keyof UpdateMemory) => isSame(now[field], changes[field]);
  batch(() => {
    if (isSaved('content')) draft.content.value = saved.content;
    if (isSaved('tags')) [draft.tags.value, draft.tagEntry.value] = [saved.tags, ''];
    if (isSaved('collection')) draft.collection.value = saved.collection;
    if (isSaved('url')) draft.url.value = saved.url ?? '';
    if (isSaved('title')) draft.title.value = saved.title ?? '';
    draft.theirs.value = undefined;
  });
  return { ...draft, memory: saved, ...(draft.restored && { restored: { ...draft.restored, stored: saved } }) };
}
