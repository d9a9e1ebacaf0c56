import { signal } from '@preact/signals';
import type { Commonplace } from '../../client/index.ts';

/** How many memories there are; undefined until it is known. */
export function createMemoryCount(client: Commonplace) {
  const count = signal<number>();
  return {
    count,
    /** A count that can't be had is left out, not an error: what failed says so where it matters. */
    async refresh(): Promise<void> {
      count.value = await client.usage().then(
        (usage) => usage.memories.used,
        () => undefined,
      );
    },
  };
}
