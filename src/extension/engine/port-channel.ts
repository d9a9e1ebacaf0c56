import type { Channel, ChannelEvents, EngineReply } from '../../client/transports/link.ts';

/** A channel over a MessagePort whose other end is handed to the engine by `hand`. */
export function portChannel(hand: (port: MessagePort) => void, { reply }: ChannelEvents): Channel {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EngineReply>) => reply(data);
  hand(port2);
  return { post: (message) => port1.postMessage(message), close: () => port1.close() };
}
