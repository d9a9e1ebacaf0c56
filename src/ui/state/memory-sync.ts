import { computed, effect, signal } from '@preact/signals';
import type { EngineControl } from '../../client/engine-control.ts';
import type { MemorySync } from '../../lib/sync.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Engine } from './engine.ts';
import type { Opened } from './opened.ts';

/** The sync status of the open memory. */
export function createMemorySync(control: Pick<EngineControl, 'memorySync'>, engine: Engine, opened: Opened) {
  const found = signal<{ version: string; sync: MemorySync | undefined }>();
  const version = computed(() => versionOf(opened.memory.value));
  /** Takes a new value when the state of sync changes, such as after a round. Undefined if no server is connected. */
  const roundState = computed(() => {
    const { sync } = engine.state.value ?? {};
    return sync?.server && JSON.stringify(sync);
  });

  return {
    /** Undefined if there is no status, or while the engine hasn't reported it yet, such as after an edit. */
    current: computed(() => {
      const isCurrent = roundState.value !== undefined && found.value?.version === version.value;
      return isCurrent ? found.value?.sync : undefined;
    }),

    /**
     * While a server is connected, asks the engine about the open memory. Asks again after each edit and each change of
     * the state of sync. Returns a function that stops following.
     */
    follow: () =>
      effect(() => {
        const [asked, round] = [version.value, roundState.value];
        const memory = opened.memory.peek();
        if (memory === undefined || asked === undefined || round === undefined) return;
        const isLatest = () => asked === version.peek() && round === roundState.peek();
        // The status is optional, so a failure only hides it.
        void control.memorySync(memory.id).then(
          (sync) => isLatest() && (found.value = { version: asked, sync }),
          () => isLatest() && (found.value = undefined),
        );
      }),
  };
}

const versionOf = (memory: Memory | undefined): string | undefined => memory && `${memory.id} ${memory.version}`;
