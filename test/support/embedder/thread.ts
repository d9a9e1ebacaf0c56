import { Worker as Thread } from 'node:worker_threads';

/** What a thread says to be killed, since Node frees the locks of those only that are ended from outside. */
export const killMe = 'kill me';

/** A worker of Node with the face of a worker of a browser; terminating it frees its locks, as there. */
export class ThreadWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((fault: unknown) => void) | null = null;
  readonly #thread: Thread;
  /** The lock that the thread was told to hold. */
  #lock = '';

  /** `behaviour`: what the stand-in's model does; see there. */
  constructor(script: URL, behaviour?: string) {
    this.#thread = new Thread(script, { workerData: behaviour });
    this.#thread.on('message', (data) => (data === killMe ? this.terminate() : this.onmessage?.({ data })));
    this.#thread.on('error', (fault) => this.onerror?.(fault));
    // Node gives a dead thread's lock to those who wait only when somebody asks for it again.
    this.#thread.on('exit', () => void navigator.locks.request(this.#lock, { mode: 'shared' }, () => {}));
  }

  postMessage(message: { lock?: string }): void {
    this.#lock = message.lock ?? this.#lock;
    this.#thread.postMessage(message);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}
