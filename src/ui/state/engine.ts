import { signal } from '@preact/signals';
import type { EngineControl, EngineState, IndexingProgress } from '../../client/engine-control.ts';
import type { Notices } from './notices.ts';

export type Engine = ReturnType<typeof createEngine>;

/** The engine's state and the user's commands to it. A failed command shows a notice with a retry. */
export function createEngine(control: EngineControl, notices: Notices) {
  const state = signal<EngineState>();
  const isUnreachable = signal(false);

  function update(now: EngineState): void {
    state.value = now;
    isUnreachable.value = false;
  }
  const markUnreachable = () => void (isUnreachable.value = true);

  async function run(command: () => Promise<void>): Promise<void> {
    await command().catch((failure: unknown) => notices.fail(failure, () => run(command)));
  }

  return {
    state,
    /** Whether the last read of the state failed, so that `state` may be out of date. */
    isUnreachable,

    /** Follows the engine until the returned function is called. */
    follow: () => control.watch(update, markUnreachable),

    /** Reads the state at once; never rejects. */
    refresh: () => control.state().then(update, markUnreachable),

    pause: () => run(() => control.pause()),
    resume: () => run(() => control.resume()),
    retry: () => run(() => control.retry()),
    choose: (modelId: string) => run(() => control.choose(modelId)),
    cancel: () => run(() => control.cancel()),
    remove: (modelId: string) => run(() => control.remove(modelId)),
    acknowledgeRestored: (at: string) => run(() => control.acknowledgeRestored(at)),
  };
}

/** The address of the server that sync uses; undefined if there is none, or if the engine hasn't responded yet. */
export const syncServerOf = ({ state }: Pick<Engine, 'state'>): string | undefined =>
  state.value?.sync?.server?.address;

/** How many memories are still to be indexed, not counting those that the model can't index. */
export const leftToIndex = ({ indexed, total, unindexable = 0 }: IndexingProgress): number =>
  Math.max(0, total - indexed - unindexable);
