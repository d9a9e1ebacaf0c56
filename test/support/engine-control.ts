import type { EngineControl, EngineState } from '../../src/client/engine-control.ts';

const bundled = { id: 'bundled', name: 'Bundled', languages: ['en'] };

/** The state of an engine whose model is ready and has read everything, but for `changed`. */
export const engineState = (changed: Partial<EngineState> = {}): EngineState => ({
  model: bundled,
  status: 'ready',
  indexing: { indexed: 3, total: 3, paused: false },
  models: [{ ...bundled, chosen: true }],
  ...changed,
});

export interface StandInEngineControl extends EngineControl {
  /** Changes the state, as the engine would, and tells it. */
  become(changed: Partial<EngineState>): void;
  /** Can't be asked for its state from now on, and tells so; undefined: it can again, and nobody is told. */
  away(failure: Error | undefined): void;
  /** What was asked of it, in order: `choose other`. */
  readonly asked: string[];
}

/** An engine control at the seam: it keeps a state and tells it, and writes down what it is asked. */
export function standInEngineControl(initial = engineState()): StandInEngineControl {
  let state = initial;
  const listeners = new Set<(state: EngineState) => void>();
  const failures = new Set<(failure: unknown) => void>();
  let fault: Error | undefined;
  const asked: string[] = [];
  const note = (verb: string) => async (modelId?: string) => void asked.push([verb, modelId].filter(Boolean).join(' '));
  return {
    asked,
    become(changed) {
      state = { ...state, ...changed };
      for (const listener of listeners) listener(state);
    },
    away(failure) {
      fault = failure;
      if (failure) for (const failed of failures) failed(failure);
    },
    async state() {
      if (fault) throw fault;
      return state;
    },
    watch(listener, failed = () => {}) {
      listeners.add(listener);
      failures.add(failed);
      if (fault) failed(fault);
      else listener(state);
      return () => {
        listeners.delete(listener);
        failures.delete(failed);
      };
    },
    pause: note('pause'),
    resume: note('resume'),
    retry: note('retry'),
    choose: note('choose'),
    cancel: note('cancel'),
    remove: note('remove'),
  };
}
