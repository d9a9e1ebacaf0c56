import { answerCalls, type Reply } from '../../lib/rpc.ts';
import type { NumberedPageCall } from '../../client/page/protocol.ts';
import type { PageAccess, SiteAnswer } from './page-access.ts';
import { bridgeCallIn } from './page-calls.ts';

/** The name of the ports through which bridges forward the calls of pages. */
export const pagePortName = 'page';

/** How many calls of one page may be open at once. */
export const maxOpenCalls = 64;

/** A port of `runtime.connect`. */
export interface ExtensionPort {
  postMessage(message: object): void;
  disconnect(): void;
  onMessage: { addListener(listen: (message: unknown) => void): void };
  onDisconnect: { addListener(listen: () => void): void };
}

/** Answers the calls from a bridge's port. `origin`: the page's origin, as reported by the browser. */
export function servePagePort(port: ExtensionPort, origin: string, access: PageAccess): void {
  let isOpen = true;
  let calls = 0;
  const post = (reply: Reply<SiteAnswer>) => {
    if (isOpen) port.postMessage(reply);
  };

  const answer = answerCalls<NumberedPageCall, SiteAnswer>(post, async (call, signal) => {
    calls++;
    try {
      return await access(origin, call, signal);
    } finally {
      calls--;
    }
  });

  port.onMessage.addListener((message) => {
    const call = bridgeCallIn(message);
    if (call === undefined) return;
    if ('id' in call && calls >= maxOpenCalls) post({ id: call.id, fault: 'Too many calls are open.' });
    else void answer(call);
  });
  port.onDisconnect.addListener(() => {
    isOpen = false;
    void answer({ cancel: 'all' });
  });
}
