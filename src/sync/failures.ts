import { ConnectionFailed, MalformedResponse, NotOffered, ServiceError, type ErrorDetail } from '../client/errors.ts';

/** The server won't carry out a request. `scope`: the scope that the token lacks, if the server names it. */
export interface Refused {
  kind: 'refused';
  code: string;
  message: string;
  scope: string | undefined;
}

/** Why a request has no usable answer. */
export type Failure =
  /** The request didn't reach the server. */
  | { kind: 'unsent' }
  /**
   * The server may have carried out the request, or may still do so. `isConflict`: it has received a request with the
   * same idempotency key before.
   */
  | { kind: 'in doubt'; isConflict?: boolean }
  /** The rate limit is reached. */
  | { kind: 'wait'; seconds: number | undefined }
  /** The user's plan allows no more memories, or no more writes for now. */
  | { kind: 'quota'; seconds: number | undefined }
  | { kind: 'unauthorized' }
  /** The server says that it doesn't have the resource that the request names. */
  | { kind: 'gone' }
  /** The server has another version than the one that the write was based on. */
  | { kind: 'stale' }
  | { kind: 'not offered' }
  | Refused;

/** Statuses below 500 after which the request may still be carried out. */
const mayStillRun = new Set([408, 409, 425]);

/** @throws `thrown` itself if it isn't the failure of a request */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ConnectionFailed) return { kind: thrown.mayHaveArrived ? 'in doubt' : 'unsent' };
  if (thrown instanceof MalformedResponse) return { kind: 'in doubt' };
  if (thrown instanceof NotOffered) return { kind: 'not offered' };
  if (!(thrown instanceof ServiceError)) throw thrown;
  const { status, code, message, details, retryAfter: seconds } = thrown;
  if (status === 429 || code === 'rate_limited') return { kind: 'wait', seconds };
  if (code === 'quota_exceeded' || status === 402) return { kind: 'quota', seconds };
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 412) return { kind: 'stale' };
  // The errors of v1 have a code. A 403 without one comes from something in between, such as a captive portal.
  if (status === 403 && code === 'unknown') return { kind: 'in doubt' };
  if (status >= 500 || mayStillRun.has(status)) return { kind: 'in doubt', isConflict: status === 409 };
  // The body isn't trusted: an item could be null, and a message something other than a string.
  const scope: unknown = details.find((detail: ErrorDetail | null) => detail?.path === 'scope')?.message;
  return { kind: 'refused', code, message, scope: typeof scope === 'string' ? scope : undefined };
}

/**
 * `settling`: a memory that was read may come from a write of this device that is in doubt. `paused`: the server asked
 * to wait. `question`: the user must decide something. `over`: the host ended the round.
 */
export type StopReason = 'settling' | 'unreachable' | 'unauthorized' | 'paused' | 'question' | 'over';

/**
 * Ends a round; while the round reads, `settling` ends only the reading. What was recorded stays, and the next round
 * goes on from there.
 */
export class Stop extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`Sync stopped: ${reason}`);
    this.reason = reason;
  }
}
