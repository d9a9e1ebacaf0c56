import type { EngineState } from '../../src/client/engine-control.ts';
import type { EarlierVersion } from '../../src/lib/sync.ts';
import type { ChangesResult } from './changes.ts';
import type { PageText } from '../../src/ui/popup/host.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';

/**
 * A stored window: the part of a memory's content, from `start` to `end`, that one vector represents. `index`: its
 * position among the memory's windows, from 0; `count`: how many windows the memory has.
 */
export interface StoredWindow {
  id: string;
  start: number;
  end: number;
  index: number;
  count: number;
}

/** The tasks that a test can run in a page of the extension. */
export type Task =
  | { kind: 'request'; envelope: RequestEnvelope }
  | { kind: 'requests'; envelopes: RequestEnvelope[] }
  | { kind: 'liftSiteLimits'; origin: string }
  | { kind: 'roundTrips'; envelope: RequestEnvelope; count: number }
  | { kind: 'conformance'; names: string[] }
  | { kind: 'engineState' }
  | { kind: 'engineCommand'; command: 'pause' | 'resume' | 'retry' }
  | { kind: 'earlierVersions'; memoryIds: string[] }
  | { kind: 'pageText' }
  | { kind: 'storedWindows' }
  | { kind: 'startSaving'; name: string }
  | { kind: 'stopSaving' }
  /** Saves `count` memories, edits half of them and deletes a quarter, with the published client and this token. */
  | { kind: 'changes'; count: number; token: string };

export interface Answers {
  request: ResponseEnvelope;
  requests: ResponseEnvelope[];
  /** Raises the site's limits on reads and writes beyond what tests need. */
  liftSiteLimits: void;
  /** Sends the same request `count` times, one after the other. Returns the milliseconds of each round trip. */
  roundTrips: number[];
  /** Runs the named conformance cases. Returns why each failed; null if it passed. */
  conformance: Record<string, string | null>;
  engineState: EngineState;
  engineCommand: void;
  /** The earlier versions of each memory, as the library shows them. */
  earlierVersions: EarlierVersion[][];
  pageText: PageText;
  storedWindows: StoredWindow[];
  /** Begins to save memories tagged with `name`, until `stopSaving`. */
  startSaving: void;
  /** Stops saving. Resolves when no save is in flight. */
  stopSaving: void;
  changes: ChangesResult;
}

/** Task and result are elements of the page, because in Firefox a test shares nothing else with the page's scripts. */
export const taskClass = 'harness-task';
export const answerId = (taskId: string) => `${taskId}-answer`;

/** The id of the element that lists the contents of all saves that were confirmed since `startSaving`, one a line. */
export const acknowledgedId = 'harness-acknowledged';

/** The id of the element that shows how many requests of the task `changes` have succeeded so far. */
export const progressId = 'harness-progress';
