import { CallFailed, PeerGone } from '../../lib/rpc.ts';
import { orAborted, pause } from '../../lib/timing.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../v1/envelope.ts';
import { ConnectionFailed } from '../errors.ts';
import { isRepeatable } from '../repeatable.ts';
import { openLink, type Link, type OpenChannel } from './link.ts';

export interface CallerLimits {
  /** Time limit of a request, retries included, in milliseconds. */
  answerMs: number;
  /** Time limit of the first attempt to reach the engine, in milliseconds; it doubles with each attempt. */
  readyMs: number;
  pauseMs: number;
  /** The maximum number of times that a request is sent, if sending it again is harmless. */
  sends: number;
}

const callerLimits: CallerLimits = { answerMs: 15_000, readyMs: 500, pauseMs: 25, sends: 3 };

/**
 * A question to the engine (the worker that owns the memories), usually a v1 request. Subtypes add what the caller
 * knows about the sender, or other questions. A question without a request must be safe to repeat.
 */
export interface Question {
  request?: RequestEnvelope;
}

/**
 * Rejects with ConnectionFailed if there is no answer, with CallFailed if the engine can't answer the question,
 * or with the reason of `signal`.
 */
export type Ask<Q extends Question, Answer = ResponseEnvelope> = (
  question: Q,
  options?: { signal?: AbortSignal | undefined },
) => Promise<Answer>;

/** `opening`: a link that may still be opening; `opened`: the same link once it is open. */
interface UsedLink<Q extends Question> {
  opening: Promise<Link<Q>>;
  opened?: Link<Q>;
}

/** Asks the engine over one link, opened when first needed, and again after the engine dies or takes too long. */
export function callerOver<Q extends Question, Answer = ResponseEnvelope>(
  open: OpenChannel,
  limits = callerLimits,
): Ask<Q, Answer> {
  let current: UsedLink<Q> | undefined;

  function link(): UsedLink<Q> {
    if (current) return current;
    const started: UsedLink<Q> = { opening: openWithRetries(open, limits) };
    started.opening
      .then(
        (opened) => (started.opened = opened).lost,
        () => {},
      )
      .finally(() => forget(started));
    return (current = started);
  }

  function forget(link: UsedLink<Q>): void {
    if (current === link) current = undefined;
  }

  return async (question, { signal } = {}) => {
    const limit = AbortSignal.timeout(limits.answerMs);
    const until = signal ? AbortSignal.any([signal, limit]) : limit;
    for (let sends = 1; ; sends++) {
      const used = link();
      try {
        // An open link is used without waiting, so that a screen sends its request before it renders what was typed.
        const { call } = used.opened ?? (await orAborted(used.opening, until));
        return (await call(question, until)) as Answer;
      } catch (cause) {
        // Forgets the link now rather than when `lost` resolves: the next attempt must not use a link that has ended.
        if (cause instanceof PeerGone || limit.aborted) forget(used);
        if (signal?.aborted || cause instanceof CallFailed) throw cause;
        if (limit.aborted) throw new ConnectionFailed("Commonplace didn't respond in time.", { cause });
        if (sends >= limits.sends || (question.request && !isRepeatable(question.request)))
          throw new ConnectionFailed('Commonplace stopped before it responded.', { cause });
      }
    }
  };
}

async function openWithRetries<Q extends Question>(
  open: OpenChannel,
  { answerMs, readyMs, pauseMs }: CallerLimits,
): Promise<Link<Q>> {
  const end = Date.now() + answerMs;
  for (let timeoutMs = readyMs; ; timeoutMs *= 2) {
    try {
      return await openLink<Q>(open, timeoutMs);
    } catch (cause) {
      if (Date.now() > end) throw cause;
      await pause(pauseMs);
    }
  }
}
