import { signal } from '@preact/signals';
import type { EngineControl, EngineState } from '../../client/engine-panel.ts';
import type { Notices } from './notices.ts';

export type Engine = ReturnType<typeof createEngine>;

/** What the engine tells of itself, and what a person decides of it: a decision that could not be kept is said, with a way to try again. */
export function createEngine(panel: EngineControl, notices: Notices) {
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
    follow: () => panel.watch(told, failed),

    /** Asks for the state at once; resolves in any case. */
    lookAgain: () => panel.state().then(told, failed),

    pause: () => decide(() => panel.pause()),
    resume: () => decide(() => panel.resume()),
    retry: () => decide(() => panel.retry()),
    choose: (modelId: string) => decide(() => panel.choose(modelId)),
    cancel: () => decide(() => panel.cancel()),
    remove: (modelId: string) => decide(() => panel.remove(modelId)),
  };
}
