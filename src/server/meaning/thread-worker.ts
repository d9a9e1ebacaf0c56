import { Worker as Thread } from 'node:worker_threads';
import type { EmbedderNews, EmbedderOrder } from '../../embed/hosted/protocol.ts';
import type { EmbedderWorker } from '../../embed/hosted/session.ts';

/** A thread of Node with the face of a worker of a browser; when it ends, in whatever way, its lock is free. */
export class ThreadWorker implements EmbedderWorker {
  onmessage: EmbedderWorker['onmessage'] = null;
  onerror: (() => void) | null = null;
  readonly #thread: Thread;
  /** The lock that the thread was told to hold. */
  #lock = '';

  constructor(script: URL, workerData?: unknown) {
    this.#thread = new Thread(script, { workerData });
    this.#thread.on('message', (news: EmbedderNews) => this.received(news));
    this.#thread.on('error', () => this.onerror?.());
    // Node gives a dead thread's lock to those who wait only when somebody asks for it again.
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
