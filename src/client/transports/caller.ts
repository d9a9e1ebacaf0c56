import { pause } from '../../lib/pause.ts';
import { CallFailed, PeerGone } from '../../lib/rpc.ts';
import { orAborted } from '../../lib/within.ts';
import { headers } from '../../v1/headers.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../v1/envelope.ts';
import { operations, versionPrefix } from '../../v1/operations.ts';
import { ConnectionError } from '../errors.ts';
import { openLink, type Link, type OpenChannel } from './link.ts';

export interface CallerLimits {
  /** How long a request may take in all, in milliseconds. */
  answerMs: number;
  /** How long the first try to reach the engine may take, in milliseconds; each later one may take twice as long. */
  readyMs: number;
  /** Between two tries, in milliseconds. */
  pauseMs: number;
  /** How often a request is sent, where sending it again is harmless. */
  sends: number;
}

const callerLimits: CallerLimits = { answerMs: 15_000, readyMs: 500, pauseMs: 25, sends: 3 };

/** A request and, beside it, what the caller vouches for. What is no request must bear being asked twice. */
export interface Question {
  request?: RequestEnvelope;
}

/** Rejects with a ConnectionError if there was no answer, with CallFailed if the engine could not carry the question out, with the reason of `signal` if that ended it. */
export type Ask<Q extends Question, Answer = ResponseEnvelope> = (
  question: Q,
  options?: { signal?: AbortSignal | undefined },
) => Promise<Answer>;

/** Asks the engine over one kept link, which is opened when first needed and again after the engine died. */
export function callerOver<Q extends Question, Answer = ResponseEnvelope>(
  open: OpenChannel,
  limits = callerLimits,
): Ask<Q, Answer> {
  let kept: Promise<Link<Q>> | undefined;

  function link(): Promise<Link<Q>> {
    if (kept) return kept;
    const opening = openPatiently<Q>(open, limits);
    opening
      .then(
        ({ lost }) => lost,
        () => {},
      )
      .finally(() => forget(opening));
    return (kept = opening);
  }

  function forget(link: typeof kept): void {
    if (kept === link) kept = undefined;
  }

  return async (question, { signal } = {}) => {
    const limit = AbortSignal.timeout(limits.answerMs);
    const until = signal ? AbortSignal.any([signal, limit]) : limit;
    for (let sends = 1; ; sends++) {
      const current = link();
      try {
        return (await (await orAborted(current, until)).call(question, until)) as Answer;
      } catch (cause) {
        // Here too, so that the next try can't be made over the link that just ended.
        if (cause instanceof PeerGone || limit.aborted) forget(current);
        if (signal?.aborted || cause instanceof CallFailed) throw cause;
        if (limit.aborted) throw new ConnectionError("Commonplace didn't respond in time.", { cause });
        if (sends >= limits.sends || (question.request && !isRepeatable(question.request)))
          throw new ConnectionError('Commonplace stopped before it responded.', { cause });
      }
    }
  };
}

async function openPatiently<Q extends Question>(
  open: OpenChannel,
  { answerMs, readyMs, pauseMs }: CallerLimits,
): Promise<Link<Q>> {
  const end = Date.now() + answerMs;
  for (let patience = readyMs; ; patience *= 2) {
    try {
      return await openLink<Q>(open, patience);
    } catch (cause) {
      if (Date.now() > end) throw cause;
      await pause(pauseMs);
    }
  }
}

/** Whether carrying a request out twice is as good as once. */
function isRepeatable({ method, path, headers: sent }: RequestEnvelope): boolean {
  const key = headers.idempotencyKey.toLowerCase();
  const isSearch = path === versionPrefix + operations.searchMemories.path;
  return method === 'GET' || isSearch || Object.keys(sent).some((name) => name.toLowerCase() === key);
}
