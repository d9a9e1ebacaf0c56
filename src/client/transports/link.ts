import { whenReleased } from '../../lib/locks.ts';

/** The Web Lock that the engine holds as long as it lives; it opens no store before it has it. */
export const engineLock = 'commonplace-engine';

/** What the engine sends to a caller: `ready` once, then an answer to each question. */
export type EngineReply = { ready: true } | { id: number; answer: unknown };

/** One way to the engine, whatever carries it. */
export interface Channel {
  post(message: object): void;
  close(): void;
}

export interface ChannelEvents {
  reply(reply: EngineReply): void;
  /** The other side is gone. Not every carrier can tell: the engine's lock can. */
  closed(): void;
}

/** Rejects where there is nobody to talk to now; the caller tries again. */
export type OpenChannel = (events: ChannelEvents) => Promise<Channel>;

/** The engine died. A question without an answer may have been carried out or not. */
export class EngineGone extends Error {
  override readonly name = 'EngineGone';
}

export interface Link<Question extends object, Answer> {
  /** Rejects with EngineGone, or with the reason of `until`. */
  ask(question: Question, until: AbortSignal): Promise<Answer>;
  /** Resolves when the link can carry nothing any more. */
  readonly lost: Promise<void>;
}

/** Opens a channel and waits until the engine itself says that it listens, for `readyMs` at most. */
export async function openLink<Question extends object, Answer>(open: OpenChannel, readyMs: number): Promise<Link<Question, Answer>> {
  const pending = new Map<number, PromiseWithResolvers<Answer>>();
  const ready = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  const closed = () => {
    const gone = new EngineGone('The engine stopped before it answered.');
    ready.reject(gone);
    for (const one of pending.values()) one.reject(gone);
    pending.clear();
    lost.resolve();
  };
  const reply = (message: EngineReply) => {
    if ('ready' in message) return ready.resolve();
    pending.get(message.id)?.resolve(message.answer as Answer);
    pending.delete(message.id);
  };

  const channel = await open({ reply, closed });
  void lost.promise.then(() => channel.close());
  const patience = setTimeout(closed, readyMs);
  await ready.promise.finally(() => clearTimeout(patience));
  void whenReleased(engineLock).then(closed);

  let lastId = 0;
  return {
    lost: lost.promise,
    async ask(question, until) {
      until.throwIfAborted();
      const id = ++lastId;
      const answer = Promise.withResolvers<Answer>();
      const stop = () => answer.reject(until.reason);
      until.addEventListener('abort', stop, { once: true });
      pending.set(id, answer);
      channel.post({ ...question, id });
      return answer.promise.finally(() => {
        until.removeEventListener('abort', stop);
        pending.delete(id);
      });
    },
  };
}
