import { Worker as Thread } from 'node:worker_threads';
import type { EmbedderNews, EmbedderOrder } from '../../embed/hosted/protocol.ts';
import type { EmbedderWorker } from '../../embed/hosted/session.ts';

/**
 * A Node worker thread with the interface of a browser's worker. The thread takes a Web Lock, whose release shows
 * others that the thread has ended or died.
 */
export class ThreadWorker implements EmbedderWorker {
  onmessage: EmbedderWorker['onmessage'] = null;
  onerror: (() => void) | null = null;
  readonly #thread: Thread;
  #lock = '';

  constructor(script: URL, workerData?: unknown) {
    this.#thread = new Thread(script, { workerData });
    this.#thread.on('message', (news: EmbedderNews) => this.received(news));
    this.#thread.on('error', () => this.onerror?.());
    // After a thread has died, Node passes its lock on only when the lock is requested again.
    this.#thread.on('exit', () => void navigator.locks.request(this.#lock, { mode: 'shared' }, () => {}));
  }

  postMessage(order: EmbedderOrder): void {
    if ('lock' in order) this.#lock = order.lock;
    this.#thread.postMessage(order);
  }

  terminate(): void {
    void this.#thread.terminate();
  }

  protected received(data: EmbedderNews): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }
}
