import { signal } from '@preact/signals';
import type { EngineControl, EngineState, IndexingProgress } from '../../client/engine-control.ts';
import type { Notices } from './notices.ts';

export type Engine = ReturnType<typeof createEngine>;

/** What the engine tells of itself, and what a person decides of it: a decision that could not be kept is said, with a way to try again. */
export function createEngine(control: EngineControl, notices: Notices) {
  const state = signal<EngineState>();
  const isAway = signal(false);

  function told(now: EngineState): void {
    state.value = now;
    isAway.value = false;
  }
  const failed = () => void (isAway.value = true);

  async function decide(verb: () => Promise<void>): Promise<void> {
    await verb().catch((failure: unknown) => notices.fail(failure, () => decide(verb)));
  }

  return {
    /** Undefined until the engine has told it. */
    state,
    /** The state could not be had when it was last asked for: what is known of it may be old. */
    isAway,

    /** Follows the engine until the answered function is called. */
    follow: () => control.watch(told, failed),

    /** Asks for the state at once; resolves in any case. */
    lookAgain: () => control.state().then(told, failed),

    pause: () => decide(() => control.pause()),
    resume: () => decide(() => control.resume()),
    retry: () => decide(() => control.retry()),
    choose: (modelId: string) => decide(() => control.choose(modelId)),
    cancel: () => decide(() => control.cancel()),
    remove: (modelId: string) => decide(() => control.remove(modelId)),
  };
}

/** How many memories are still to be indexed, without those that the model can't index. */
export const leftToIndex = ({ indexed, total, unindexable = 0 }: IndexingProgress): number =>
  Math.max(0, total - indexed - unindexable);
