import { connectPeer, type Peer, type Reply } from '../../lib/rpc.ts';

/** The name of the Web Lock that the engine takes before it opens a store, and holds while it lives. */
export const engineLock = 'commonplace-engine';

export type EngineReply = Reply<unknown>;

/** A connection to the engine, over any carrier, such as a `MessagePort`. */
export interface Channel {
  post(message: object): void;
  close(): void;
}

export interface ChannelEvents {
  reply(reply: EngineReply): void;
  /** Call when the engine is gone. Some carriers never report that: then the release of the engine's lock shows it. */
  closed(): void;
}

/** Rejects if the engine can't be reached yet; the caller tries again. */
export type OpenChannel = (events: ChannelEvents) => Promise<Channel>;

export interface Link<Question extends object> extends Pick<Peer<Question, unknown>, 'call'> {
  readonly lost: Promise<void>;
}

/** Opens a channel and waits at most `readyMs` until the engine reports that it is listening. */
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
