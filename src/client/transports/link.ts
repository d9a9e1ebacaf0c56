import { connectPeer, type Peer, type Reply } from '../../lib/rpc.ts';

/** The Web Lock that the engine holds as long as it lives; it opens no store before it has it. */
export const engineLock = 'commonplace-engine';

/** What the engine sends to a caller. */
export type EngineReply = Reply<unknown>;

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

export interface Link<Question extends object> extends Pick<Peer<Question, unknown>, 'call'> {
  /** Resolves when the link can carry nothing any more. */
  readonly lost: Promise<void>;
}

/** Opens a channel and waits until the engine itself says that it listens, for `readyMs` at most. */
export async function openLink<Question extends object>(open: OpenChannel, readyMs: number): Promise<Link<Question>> {
  const lost = Promise.withResolvers<void>();
  const peer = connectPeer<Question, unknown>({
    lock: engineLock,
    send: (message) => channel.post(message),
    onEnd: () => lost.resolve(),
  });
  const channel = await open({ reply: peer.receive, closed: () => peer.end() });
  void lost.promise.then(() => channel.close());
  await peer.ready(readyMs);
  return { call: peer.call, lost: lost.promise };
}
