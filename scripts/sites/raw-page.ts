import type { PageAnswer, PageCall, PageReply } from '../../src/client/page/protocol.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';
import type { PageScope } from '../../src/v1/scopes.ts';
import type { Page } from '../browsers/index.ts';

/** Talks to the bridge (the extension's content script) as any script of the page could, without our client. */
export async function rawPage(page: Page) {
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    const waiting = new Map<number, (reply: object) => void>();
    port1.addEventListener('message', ({ data }: MessageEvent<{ id?: number }>) => {
      if (data.id === undefined) return;
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    });
    port1.start();
    let lastId = 0;
    Object.assign(window, {
      callBridge: (call: object) =>
        new Promise((resolve) => {
          const id = ++lastId;
          waiting.set(id, resolve);
          port1.postMessage({ ...call, id });
        }),
    });
    window.postMessage({ commonplace: 'hello', id: 'raw' }, location.origin, [port2]);
  });

  const call = async (pageCall: PageCall): Promise<PageAnswer | undefined> => {
    const reply = await page.evaluate(
      (sent) => (window as unknown as { callBridge(call: object): Promise<PageReply> }).callBridge(sent),
      pageCall,
    );
    return 'answer' in reply ? reply.answer : undefined;
  };

  return {
    call,
    async secret(scopes: PageScope[]): Promise<string> {
      const answer = await call({ connect: scopes });
      if (!answer || !('secret' in answer)) throw new Error('The page got no secret.');
      return answer.secret;
    },
    async request(request: RequestEnvelope): Promise<ResponseEnvelope | undefined> {
      const answer = await call({ request });
      return answer && 'response' in answer ? answer.response : undefined;
    },
  };
}
