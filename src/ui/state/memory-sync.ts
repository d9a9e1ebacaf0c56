import { computed, effect, signal } from '@preact/signals';
import type { EngineControl } from '../../client/engine-control.ts';
import type { MemorySync } from '../../lib/sync.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Engine } from './engine.ts';
import type { Opened } from './opened.ts';

/** The sync status of the open memory. */
export function createMemorySync(control: Pick<EngineControl, 'memorySync'>, engine: Engine, opened: Opened) {
  const found = signal<{ of: string; sync: MemorySync | undefined }>();
  const version = computed(() => versionOf(opened.memory.value));
  /** Changes with each round. */
  const roundState = computed(() => {
    const { sync } = engine.state.value ?? {};
    return sync?.server && JSON.stringify(sync);
  });

  return {
    /** Undefined: there is no status, or it isn't known, as after an edit until the engine has answered. */
    current: computed(() => {
      const isOpen = roundState.value !== undefined && found.value?.of === version.value;
      return isOpen ? found.value?.sync : undefined;
    }),

    /** Asks the engine about each memory that is opened, and again after each edit and round. Returns a function that stops it. */
    follow: () =>
      effect(() => {
        const [of, during] = [version.value, roundState.value];
        const memory = opened.memory.peek();
        if (memory === undefined || of === undefined || during === undefined) return;
        const isLatest = () => of === version.peek() && during === roundState.peek();
        // The status is optional, so a failure only hides it.
        void control.memorySync(memory.id).then(
          (sync) => isLatest() && (found.value = { of, sync }),
          () => isLatest() && (found.value = undefined),
        );
      }),
  };
}

const versionOf = (memory: Memory | undefined): string | undefined => memory && `${memory.id} ${memory.version}`;
