import { orAborted } from '../../lib/timing.ts';
import { AccessError } from '../errors.ts';
import type { EndReason, PageAnswer, PageCall, PageReply, PortEnd, WindowMessage } from './protocol.ts';

/** A page's link to the bridge, the extension's content script. The bridge may appear at any time, or never. */
export interface PageLink {
  /**
   * Resolves to undefined if the connection broke; the call may then have been carried out.
   * Without a bridge, waits until `signal` aborts.
   */
  call(call: PageCall, signal?: AbortSignal): Promise<PageAnswer | undefined>;
  /** Ends the link; open calls reject with this error. */
  close(error: Error): void;
}

interface OpenCall {
  message: PageCall & { id: number };
  reply: PromiseWithResolvers<PageAnswer | undefined>;
}

export interface PageLinkEvents {
  /** Called when the page's access ends or is paused. */
  onEnd(reason: EndReason): void;
}

/**
 * Opens the page's link to the bridge. Doesn't use `lib/rpc.ts`, which needs Web Locks: these aren't shared between
 * origins.
 */
export function openPageLink(page: Window, { onEnd }: PageLinkEvents): PageLink {
  const id = crypto.randomUUID();
  const { origin } = page.location;
  const open = new Map<number, OpenCall>();
  let lastId = 0;
  let port: MessagePort | undefined;

  /** Hands a port to the bridge if there is one. A bridge that comes later announces itself and gets another port. */
  function greet(): void {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }: MessageEvent<PageReply>) => receive(data);
    page.postMessage({ commonplace: 'hello', id } satisfies WindowMessage, origin, [channel.port2]);
    // Open requests aren't resent, since an earlier bridge may have received them. The other calls are safe to repeat.
    for (const { message } of open.values()) if (!('request' in message)) port.postMessage(message);
  }

  function receive(reply: PageReply): void {
    if (!('id' in reply)) return onEnd(reply.ended);
    open.get(reply.id)?.reply.resolve('lost' in reply ? undefined : reply.answer);
  }

  function listen({ source, origin: from, data }: MessageEvent<WindowMessage | null>): void {
    if (source !== page || from !== origin || typeof data !== 'object' || data === null) return;
    if (data.commonplace === 'here') greet();
    if (data.commonplace === 'denied')
      for (const { message, reply } of open.values()) if ('connect' in message) reply.reject(new AccessError('denied'));
  }

  page.addEventListener('message', listen);
  greet();

  return {
    async call(call, signal) {
      signal?.throwIfAborted();
      const message = { ...call, id: ++lastId };
      const reply = Promise.withResolvers<PageAnswer | undefined>();
      open.set(message.id, { message, reply });
      port?.postMessage(message);
      try {
        return await (signal ? orAborted(reply.promise, signal) : reply.promise);
      } finally {
        open.delete(message.id);
      }
    },
    close(error) {
      page.removeEventListener('message', listen);
      port?.postMessage({ close: true } satisfies PortEnd);
      port?.close();
      port = undefined;
      for (const { reply } of open.values()) reply.reject(error);
    },
  };
}
