import { batch, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { TagPage } from '../../v1/schemas/collection.ts';

const pauseMs = 200;
const maxSuggestions = 20;

export type TagNames = ReturnType<typeof createTagNames>;

/** Tags that start with what is being typed, as suggestions. */
export function createTagNames(client: Client) {
  const found = signal<TagPage['tags']>([]);
  /** The prefix that `found` belongs to. Undefined before the first read, and if the tags couldn't be read. */
  const foundFor = signal<string>();
  let pause: ReturnType<typeof setTimeout> | undefined;
  let wanted: string | undefined;
  /** Whether tags may have changed since the last reading began. */
  let isOutdated = false;

  async function read(prefix: string): Promise<void> {
    isOutdated = false;
    // Suggestions are optional, so a failure is ignored.
    const page = await client.tags
      .list({ limit: maxSuggestions, ...(prefix !== '' && { prefix }) })
      .catch(() => undefined);
    if (wanted !== prefix) return;
    batch(() => {
      found.value = page?.tags ?? [];
      foundFor.value = page && prefix;
    });
  }

  return {
    found,
    foundFor,
    /** Loads the tags with this prefix into `found`, after a pause in typing. */
    suggest(prefix: string): void {
      if (prefix === wanted && !isOutdated) return;
      wanted = prefix;
      clearTimeout(pause);
      pause = setTimeout(() => void read(prefix), pauseMs);
    },
    /** Call after tags may have changed, so that the next `suggest` reads them again. */
    forget(): void {
      isOutdated = true;
    },
  };
}
