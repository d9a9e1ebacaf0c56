import type { EngineState } from '../../src/client/engine-control.ts';
import type { EarlierVersion } from '../../src/lib/sync.ts';
import type { ChangesResult } from './changes.ts';
import type { PageText } from '../../src/ui/popup/host.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';

/** The part of a memory's content, from `start` to `end`, that one vector represents. */
export interface StoredWindow {
  id: string;
  start: number;
  end: number;
  /** The position among the memory's windows, from 0. */
  index: number;
  count: number;
}

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
  earlierVersions: EarlierVersion[][];
  pageText: PageText;
  storedWindows: StoredWindow[];
  /** Begins to save memories tagged with `name`, until `stopSaving`. */
  startSaving: void;
  stopSaving: void;
  changes: ChangesResult;
}

/** Tasks and results are elements of the page, because in Firefox tests and page scripts share nothing else. */
export const taskClass = 'harness-task';
export const answerId = (taskId: string) => `${taskId}-answer`;

/** The id of the element with the contents of all saves that were confirmed since `startSaving`, one per line. */
export const acknowledgedId = 'harness-acknowledged';

/** The id of the element that shows how many requests of the task `changes` have succeeded so far. */
export const progressId = 'harness-progress';
