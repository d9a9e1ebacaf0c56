import type { EngineState } from '../../client/engine-panel.ts';

/** What own pages ask of the engine beside requests. `seen`: the revision that the page has; the answer waits for a newer one, for some seconds. */
export type EngineControlQuestion =
  | { verb: 'state'; seen?: number }
  | { verb: 'pause' | 'resume' | 'retry' | 'cancel' }
  | { verb: 'choose' | 'remove'; modelId: string };

/** The state after a verb; each change of it has the next revision. */
export interface EngineControlAnswer {
  state: EngineState;
  revision: number;
}

/** How long the engine keeps a page waiting for news; less than a caller waits for an answer. */
export const longestWaitMs = 8_000;
