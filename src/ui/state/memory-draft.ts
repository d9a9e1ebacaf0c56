import { signal, type Signal } from '@preact/signals';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { KeptEdit } from './draft-store.ts';

/** A memory being edited, and the edits so far. */
export interface MemoryDraft {
  /** As it was when editing began; its version reveals a change elsewhere. */
  memory: Memory;
  /** Which field takes the focus. */
  at: 'text' | 'tags';
  content: Signal<string>;
  tags: Signal<readonly string[]>;
  /** The id of a collection. */
  collection: Signal<string | null>;
  /** Blank if there is none. */
  url: Signal<string>;
  title: Signal<string>;
  /** The stored version, if it was changed elsewhere since editing began. */
  theirs: Signal<Memory | undefined>;
}

export function memoryDraft(memory: Memory, at: MemoryDraft['at']): MemoryDraft {
  return {
    memory,
    at,
    content: signal(memory.content),
    tags: signal<readonly string[]>(memory.tags),
    collection: signal(memory.collection),
    url: signal(memory.url ?? ''),
    title: signal(memory.title ?? ''),
    theirs: signal<Memory>(),
  };
}

/** The edits so far, in the form in which they are stored. */
export function keptOf({ memory, content, tags, collection, url, title }: MemoryDraft): KeptEdit {
  return {
    memory,
    content: content.value,
    tags: tags.value,
    collection: collection.value,
    url: url.value,
    title: title.value,
  };
}

/** The draft of a stored edit. */
export function resumedDraft(
  { memory, content, tags, collection, url, title }: KeptEdit,
  at: MemoryDraft['at'],
): MemoryDraft {
  return {
    memory,
    at,
    content: signal(content),
    tags: signal(isSame(tags, memory.tags) ? memory.tags : tags),
    collection: signal(collection),
    url: signal(url),
    title: signal(title),
    theirs: signal<Memory>(),
  };
}

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

/** Only the fields that the user changed, so that changes elsewhere to other fields survive. */
export function changesIn({ memory, content, tags, collection, url, title }: MemoryDraft): UpdateMemory {
  const address = url.value.trim() || null;
  const name = title.value.trim() || null;
  return {
    ...(content.value.trimEnd() !== memory.content && { content: content.value }),
    ...(tags.value !== memory.tags && { tags: [...tags.value] }),
    ...(collection.value !== memory.collection && { collection: collection.value }),
    ...(address !== memory.url && { url: address }),
    ...(name !== memory.title && { title: name }),
  };
}
