import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { TagPage } from '../../v1/schemas/collection.ts';

const pauseMs = 200;
const maxSuggestions = 20;

export type TagNames = ReturnType<typeof createTagNames>;

/** Tags that start with what is being typed, as suggestions. */
export function createTagNames(client: Client) {
  const found = signal<TagPage['tags']>([]);
  let pause: ReturnType<typeof setTimeout> | undefined;
  let wanted: string | undefined;

  async function read(prefix: string): Promise<void> {
    // Suggestions are optional, so a failure is ignored.
    const tags = await client.tags.list({ limit: maxSuggestions, ...(prefix !== '' && { prefix }) }).then(
      (page) => page.tags,
      () => [],
    );
    if (wanted === prefix) found.value = tags;
  }

  return {
    found,
    look(prefix: string): void {
      if (prefix === wanted) return;
      wanted = prefix;
      clearTimeout(pause);
      pause = setTimeout(() => void read(prefix), pauseMs);
    },
    /** Call after tags may have changed, so that the next `look` reads them again. */
    forget(): void {
      wanted = undefined;
    },
  };
}
