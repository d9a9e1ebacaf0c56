import { signal, type Signal } from '@preact/signals';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';

/** A memory that is being changed, and what is written so far. */
export interface MemoryDraft {
  /** As it was when the editing began: a change elsewhere since then is noticed by its version. */
  memory: Memory;
  /** Where the writing begins. */
  at: 'text' | 'tags';
  content: Signal<string>;
  tags: Signal<readonly string[]>;
  /** Id of a collection. */
  collection: Signal<string | null>;
  /** Blank: none. */
  url: Signal<string>;
  title: Signal<string>;
  /** What stands there now, where it was changed elsewhere since the editing began. */
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

/** What the person changed, and nothing else: so a field that was changed elsewhere meanwhile stays so. */
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
