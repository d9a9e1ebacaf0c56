import type { EngineState } from '../../ui/engine-panel.ts';

/** What own pages ask of the engine beside requests. `seen`: the revision that the page has; the answer waits for a newer one, for some seconds. */
export type PanelQuestion = { verb: 'state'; seen?: number } | { verb: 'pause' | 'resume' | 'retry' | 'cancel' } | { verb: 'choose' | 'remove'; modelId: string };

/** The state after a verb; each change of it has the next revision. Where a verb failed, a sentence that says why. */
export type PanelAnswer = { state: EngineState; revision: number } | { fault: string };

/** How long the engine keeps a page waiting for news; less than a caller waits for an answer. */
export const longestWaitMs = 8_000;
