import { whenReleased } from './locks.ts';

/** Sent by the answering side: `ready` once it holds its lock, then one reply to each call. */
export type Reply<Answer> = { ready: true } | { id: number; answer: Answer } | { id: number; fault: string };

export type NumberedCall<Call extends object> = Call & { id: number };

/** Sent when the caller stops waiting for the reply to one call (by its id), or to all its calls. */
export interface Cancel {
  cancel: number | 'all';
}

/** The other side died or never became ready. A call without a reply may have been carried out. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone';
}

/** The other side failed to carry out a call; the message is its reason. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

/** One life of a worker, from its start to its death. */
export interface Life {
  /**
   * Ends this life if the worker isn't ready within `timeoutMs`. If the worker dies before it holds its lock, only this
   * time limit notices it.
   */
  requireReadyWithin(timeoutMs: number): void;
  /** Call when the worker reports that it holds its lock. The release of the lock then ends this life. */
  ready(): void;
  end(): void;
}

/** @param onEnd called once, for any end */
export function startLife(lock: string, onEnd: () => void): Life {
  let isReady = false;
  let isOver = false;
  let readyTimer: ReturnType<typeof setTimeout> | undefined;
  function end(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(readyTimer);
    onEnd();
  }
  return {
    end,
    requireReadyWithin(timeoutMs) {
      if (!isReady && !isOver) readyTimer = setTimeout(end, timeoutMs);
    },
    ready() {
      isReady = true;
      clearTimeout(readyTimer);
      if (!isOver) void whenReleased(lock).then(end);
    },
  };
}

export interface Peer<Call extends object, Answer> {
  /** Resolves when the peer is ready. Rejects if it ends first, or isn't ready within `timeoutMs`. */
  ready(timeoutMs: number): Promise<void>;
  /**
   * Rejects with CallFailed, with the reason of `signal`, or with the error that ended the peer. If the peer ended
   * before the call, that error is PeerGone. An abort also sends a `Cancel` if the peer still lives.
   */
  call(call: Call, signal?: AbortSignal): Promise<Answer>;
  receive(reply: Reply<Answer>): void;
  /** Ends the peer; its open calls reject with `cause`, by default PeerGone. */
  end(cause?: Error): void;
  readonly callsInFlight: number;
}

export interface PeerOptions<Call extends object> {
  /** The Web Lock that the peer holds while it lives. */
  lock: string;
  send(message: NumberedCall<Call> | Cancel): void;
  /** Called once, after all open calls are rejected with the same cause. */
  onEnd(cause: Error): void;
}

/** The calling side: numbers calls and matches replies to them, over any message channel. */
export function connectPeer<Call extends object, Answer>({ lock, send, onEnd }: PeerOptions<Call>): Peer<Call, Answer> {
  const pending = new Map<number, PromiseWithResolvers<Answer>>();
  const isReady = Promise.withResolvers<void>();
  isReady.promise.catch(() => {});
  let cause: Error | undefined;
  let lastId = 0;
  const gone = () => new PeerGone('The other side stopped before it replied.');

  const life = startLife(lock, () => {
    const reason = (cause ??= gone());
    isReady.reject(reason);
    for (const call of pending.values()) call.reject(reason);
    pending.clear();
    onEnd(reason);
  });

  return {
    ready(timeoutMs) {
      life.requireReadyWithin(timeoutMs);
      return isReady.promise;
    },
    async call(call, signal) {
      signal?.throwIfAborted();
      if (cause) throw gone();
      const id = ++lastId;
      const answer = Promise.withResolvers<Answer>();
      const stop = () => {
        answer.reject(signal?.reason);
        if (!cause) send({ cancel: id });
      };
      signal?.addEventListener('abort', stop, { once: true });
      pending.set(id, answer);
      try {
        send({ ...call, id });
        return await answer.promise;
      } finally {
        signal?.removeEventListener('abort', stop);
        pending.delete(id);
      }
    },
    receive(reply) {
      if ('ready' in reply) {
        life.ready();
        return isReady.resolve();
      }
      const call = pending.get(reply.id);
      if ('fault' in reply) call?.reject(new CallFailed(reply.fault));
      else call?.resolve(reply.answer);
    },
    end(reason) {
      cause ??= reason;
      life.end();
    },
    get callsInFlight() {
      return pending.size;
    },
  };
}

/**
 * The answering side: carries out each call and replies with its result or the reason of its failure. `signal` aborts
 * when the caller cancels the call.
 */
export function answerCalls<Call extends object, Answer>(
  reply: (message: Reply<Answer>) => void,
  handle: (call: Call, signal: AbortSignal) => Promise<Answer>,
): (message: NumberedCall<Call> | Cancel) => Promise<void> {
  const open = new Map<number, AbortController>();

  return async (message) => {
    if ('cancel' in message) {
      const cancelled = message.cancel === 'all' ? [...open.values()] : [open.get(message.cancel)];
      return cancelled.forEach((call) => call?.abort());
    }
    const { id } = message;
    const call = new AbortController();
    open.set(id, call);
    try {
      reply({ id, answer: await handle(message, call.signal) });
    } catch (cause) {
      reply({ id, fault: messageOf(cause) });
    } finally {
      open.delete(id);
    }
  };
}

export const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
