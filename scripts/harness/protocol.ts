import type { EngineState } from '../../src/client/engine-control.ts';
import type { ChangesResult } from './changes.ts';
import type { PageText } from '../../src/ui/popup/host.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';

/** A stored window of a memory: its part of the content, its index from 0, and how many windows the memory has. */
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
  | { kind: 'freeSite'; origin: string }
  | { kind: 'times'; envelope: RequestEnvelope; count: number }
  | { kind: 'conformance'; names: string[] }
  | { kind: 'engine' }
  | { kind: 'decide'; verb: 'pause' | 'resume' | 'retry' | 'cancel' }
  | { kind: 'pageText' }
  | { kind: 'windows' }
  | { kind: 'storm'; name: string }
  | { kind: 'calm' }
  /** Many changes with the published client and this token. */
  | { kind: 'changes'; count: number; token: string };

export interface Answers {
  request: ResponseEnvelope;
  requests: ResponseEnvelope[];
  /** Removes the limits on what a site may read and write per minute. */
  freeSite: void;
  /** Milliseconds of each round trip, one after the other. */
  times: number[];
  /** The problem of each case, or null. */
  conformance: Record<string, string | null>;
  engine: EngineState;
  decide: void;
  pageText: PageText;
  windows: StoredWindow[];
  storm: void;
  calm: void;
  changes: ChangesResult;
}

/** Task and result are elements of the page, because in Firefox a test shares nothing else with the page's scripts. */
export const taskClass = 'harness-task';
export const answerId = (taskId: string) => `${taskId}-answer`;

/** The element that lists the confirmed contents of a storm, one a line. */
export const acknowledgedId = 'harness-acknowledged';

/** The element with the number of successful requests of the task `changes` so far. */
export const progressId = 'harness-progress';
