/** Who sent a message, as the browser says. */
export interface Sender {
  id?: string | undefined;
}

/** What is done for each kind of message; what comes of it is the answer. */
export type MessageHandlers = Record<string, (message: Record<string, unknown>) => Promise<unknown>>;

type Listener = (message: unknown, sender: Sender, reply: (answer: unknown) => void) => boolean;

/** A listener for `runtime.onMessage`: looks a message's kind up in the table. It hears only this extension's own contexts. */
export function messageListener(handlers: MessageHandlers, ownId: string): Listener {
  return (message, sender, reply) => {
    if (sender.id !== ownId || typeof message !== 'object' || message === null) return false;
    const { kind } = message as { kind?: unknown };
    const handle = typeof kind === 'string' && Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
    if (!handle) return false;
    void handle(message as Record<string, unknown>).then(reply, () => reply(undefined));
    return true;
  };
}
