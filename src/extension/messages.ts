/** Who sent a message, as the browser says. */
export interface Sender {
  id?: string | undefined;
  url?: string | undefined;
}

/** What is done for each kind of message; what comes of it is the answer. */
export type MessageHandlers = Record<string, (message: Record<string, unknown>) => Promise<unknown>>;

export interface MessageTables {
  /** What our scripts in web pages may ask: as little as if the page itself asked. */
  inPages: MessageHandlers;
  /** What the extension's own pages may ask besides. */
  ownPages: MessageHandlers;
}

type Listener = (message: unknown, sender: Sender, reply: (answer: unknown) => void) => boolean;

/** A listener for `runtime.onMessage`: looks a message's kind up in the tables. It hears only this extension: its id, the address of its files. */
export function messageListener({ inPages, ownPages }: MessageTables, own: { id: string; address: string }): Listener {
  const handlers = { ...inPages, ...ownPages };
  return (message, sender, reply) => {
    if (sender.id !== own.id || typeof message !== 'object' || message === null) return false;
    const { kind } = message as { kind?: unknown };
    const table = sender.url?.startsWith(own.address) ? handlers : inPages;
    const handle = typeof kind === 'string' && Object.hasOwn(table, kind) ? table[kind] : undefined;
    if (!handle) return false;
    void handle(message as Record<string, unknown>).then(reply, () => reply(undefined));
    return true;
  };
}
