import { pollution, wrongReply } from './check.ts';
import { hostileMessage } from './messages.ts';

// Runs in the hostile page.

/** The number of messages posted before the page waits until the bridge has read them. */
const batch = 1_000;

export interface Outcome {
  replies: number;
  problems: string[];
}

/**
 * Posts the hostile messages numbered `first` to `first + count - 1`. Returns the number of replies and the problems:
 * wrong replies, and properties that were added to `Object.prototype`.
 */
export async function post(seed: number, first: number, count: number, secret: string): Promise<Outcome> {
  const problems: string[] = [];
  let replies = 0;
  const waiting = new Map<number, () => void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<{ id?: number; lost?: boolean }>) => {
    const resolveRead = data?.id !== undefined && waiting.get(data.id);
    if (resolveRead) return resolveRead();
    replies++;
    const wrong = wrongReply(data);
    if (wrong !== undefined && problems.length < 20) problems.push(wrong);
  });
  port1.start();
  window.postMessage({ commonplace: 'hello', id: 'fuzz' }, location.origin, [port2]);

  /** Resolves once the bridge has read everything posted before: sends a call until a reply comes. */
  async function untilRead(): Promise<void> {
    const id = -1;
    for (;;) {
      const reply = new Promise<boolean>((resolve) => {
        waiting.set(id, () => resolve(true));
        setTimeout(() => resolve(false), 2_000);
      });
      const headers = { authorization: `Bearer ${secret}` };
      port1.postMessage({ id, request: { commonplace: 1, method: 'GET', path: '/v1/usage', headers } });
      if (await reply) return;
    }
  }

  for (let index = first; index < first + count; index++) {
    const { ports, message } = hostileMessage(seed, index, secret);
    try {
      if (ports === undefined) port1.postMessage(message);
      else
        window.postMessage(
          message,
          location.origin,
          Array.from({ length: ports }, () => new MessageChannel().port2),
        );
    } catch {
      // A value that can't be cloned can't be posted.
    }
    if ((index + 1) % batch === 0) await untilRead();
  }
  await untilRead();
  port1.close();
  return { replies, problems: [...problems, ...pollution().map((name) => `Object.prototype.${name}`)] };
}
