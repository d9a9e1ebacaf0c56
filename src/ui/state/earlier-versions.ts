import { computed, effect, signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { EngineControl } from '../../client/engine-control.ts';
import type { EarlierVersion } from '../../lib/sync.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from './notices.ts';
import type { Opened } from './opened.ts';
import type { Results } from './results.ts';

export interface EarlierVersionsParts {
  client: Client;
  control: Pick<EngineControl, 'versions'>;
  opened: Pick<Opened, 'memory'>;
  notices: Notices;
  t: Translate;
  results: Pick<Results, 'refresh'>;
}

export type EarlierVersions = ReturnType<typeof createEarlierVersions>;

/** The open memory's earlier versions, which sync replaced. */
export function createEarlierVersions({ client, control, opened, notices, t, results }: EarlierVersionsParts) {
  const found = signal<{ memoryId: string; versions: EarlierVersion[] }>();

  async function bringBack(version: EarlierVersion): Promise<void> {
    const { content, tags, title, url } = version;
    try {
      const { id } = await client.memories.create({
        content,
        tags,
        ...(title !== null && { title }),
        ...(url !== null && { url }),
      });
      const undo = async () => {
        await client.memories.delete(id);
        await results.refresh();
      };
      notices.offer(t('versions.broughtBack'), undo, { memories: [id] });
      await results.refresh();
    } catch (failure) {
      notices.fail(failure, () => bringBack(version));
    }
  }

  return {
    current: computed(() => (found.value?.memoryId === opened.memory.value?.id ? (found.value?.versions ?? []) : [])),

    /**
     * Asks the engine about each memory that is opened, and again when the memory changes. Returns a function that
     * stops following.
     */
    follow: () =>
      effect(() => {
        const memory = opened.memory.value;
        if (memory === undefined) return;
        // The versions are optional, so a failure is ignored.
        void control.versions(memory.id).then(
          (versions) => (found.value = { memoryId: memory.id, versions }),
          () => {},
        );
      }),

    bringBack,
  };
}
