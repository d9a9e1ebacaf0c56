import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';

/**
 * The probability of each fault per request. A server that takes batches gets few writes, so `twice` is likelier than
 * the others.
 */
const rates = { dropped: 0.06, 'answer lost': 0.06, cut: 0.05, delayed: 0.15, overtaken: 0.15, twice: 0.2 } as const;
type Fault = keyof typeof rates;

const longestDelayMs = 2_000;

export interface FaultyProxy {
  origin: string;
  upstream: string;
  isFaulty: boolean;
  /**
   * How often each fault was drawn, even if another fault of the same request hid it. `overtaken`: how often the server
   * carried out a later request first.
   */
  happened: Record<Fault, number>;
  close(): Promise<void>;
}

interface UpstreamResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/**
 * A proxy that drops, delays, reorders and repeats requests, and drops and cuts responses. A request that is overtaken
 * waits until the server has answered a later one, for at most {@link longestDelayMs}.
 */
export async function faultyProxy(random: () => number): Promise<FaultyProxy> {
  /** Called when the server has answered. Each lets a held request go on. */
  let held: (() => void)[] = [];
  const overtake = async () => {
    const isOvertaken = await Promise.race([
      new Promise<boolean>((resolve) => held.push(() => resolve(true))),
      pause(longestDelayMs, false),
    ]);
    if (isOvertaken) proxy.happened.overtaken++;
  };
  const server = createServer((incoming, outgoing) => {
    void respond().catch(() => outgoing.destroy());

    async function respond(): Promise<void> {
      const body = await buffer(incoming);
      const isDrawn = (fault: Fault) => proxy.isFaulty && random() < rates[fault];
      const happens = (fault: Fault) => {
        const isDue = isDrawn(fault);
        if (isDue) proxy.happened[fault]++;
        return isDue;
      };
      const [isDropped, isAnswerLost, isAnswerCut] = [happens('dropped'), happens('answer lost'), happens('cut')];
      if (isDropped) return void outgoing.destroy();
      if (happens('delayed')) await pause(random() * longestDelayMs);
      if (isDrawn('overtaken')) await overtake();
      const answer = await forward(proxy.upstream, incoming, body);
      for (const goOn of held) goOn();
      held = [];
      if (happens('twice'))
        void pause(random() * longestDelayMs).then(() => forward(proxy.upstream, incoming, body).catch(() => {}));
      if (isAnswerLost) return void outgoing.destroy();
      outgoing.writeHead(answer.status, answer.headers);
      if (!isAnswerCut) return void outgoing.end(answer.body);
      outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => outgoing.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: FaultyProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upstream: '',
    isFaulty: false,
    happened: { dropped: 0, 'answer lost': 0, cut: 0, delayed: 0, overtaken: 0, twice: 0 },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

export function forward(
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const sent = send(
      new URL(url ?? '/', upstream),
      { method, headers: { ...headers, connection: 'close' } },
      (answer) => {
        buffer(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: whole }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
