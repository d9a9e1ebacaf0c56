import type { EngineState } from '../../src/client/engine-control.ts';
import type { PageText } from '../../src/ui/popup/host.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';

/** A window of a memory as it lies on the disk: the part of its content that it is of, and which of how many. */
export interface KeptWindow {
  id: string;
  start: number;
  end: number;
  place: number;
  count: number;
}

/** What a test can have done in a page of the extension. */
export type Task =
  | { kind: 'request'; envelope: RequestEnvelope }
  | { kind: 'requests'; envelopes: RequestEnvelope[] }
  | { kind: 'conformance'; names: string[] }
  | { kind: 'engine' }
  | { kind: 'decide'; verb: 'pause' | 'resume' | 'retry' | 'cancel' }
  | { kind: 'pageText' }
  | { kind: 'windows' }
  | { kind: 'storm'; name: string }
  | { kind: 'calm' };

export interface Answers {
  request: ResponseEnvelope;
  requests: ResponseEnvelope[];
  /** Of each case what was wrong, or null. */
  conformance: Record<string, string | null>;
  engine: EngineState;
  decide: void;
  pageText: PageText;
  windows: KeptWindow[];
  storm: void;
  calm: void;
}

/** Task and answer are elements of the page, since a test in Firefox shares nothing else with its scripts. */
export const taskClass = 'harness-task';
export const answerId = (taskId: string) => `${taskId}-answer`;

/** The element that a storm writes its acknowledged contents into, one a line. */
export const acknowledgedId = 'harness-acknowledged';
