import type { PageSender } from './sites/origins.ts';

/** The sender of a message, as reported by the browser. */
export type Sender = PageSender;

/** A handler for each kind of message; its result is the reply. */
export type MessageHandlers = Record<string, (message: Record<string, unknown>, sender: Sender) => Promise<unknown>>;

export interface MessageTables {
  /** Open to all parts of the extension, its scripts in web pages included. Harmless even if a page could call them. */
  inPages: MessageHandlers;
  /** Open only to the extension's own pages. */
  ownPages: MessageHandlers;
}

type Listener = (message: unknown, sender: Sender, reply: (answer: unknown) => void) => boolean;

/**
 * A listener for `runtime.onMessage` that dispatches by `kind`. It ignores senders other than this extension. `own`:
 * the extension's id and the address of its files.
 */
export function messageListener({ inPages, ownPages }: MessageTables, own: { id: string; address: string }): Listener {
  const handlers = { ...inPages, ...ownPages };
  return (message, sender, reply) => {
    if (sender.id !== own.id || typeof message !== 'object' || message === null) return false;
    const { kind } = message as { kind?: unknown };
    const table = sender.url?.startsWith(own.address) ? handlers : inPages;
    const handle = typeof kind === 'string' && Object.hasOwn(table, kind) ? table[kind] : undefined;
    if (!handle) return false;
    void handle(message as Record<string, unknown>, sender).then(reply, () => reply(undefined));
    return true;
  };
}
