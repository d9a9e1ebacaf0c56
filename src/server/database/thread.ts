import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './pglite-thread.ts';
import type { Wire } from './wire.ts';

const maxOutput = 2_000;

/** PGlite in its own thread, so that a long statement blocks only the work that needs the database. */
export class Thread {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;
  #wire: Wire | undefined;
  #output = '';
  /** False once the thread no longer responds. */
  alive = true;

  constructor(folder: string) {
    this.#worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
      workerData: { folder },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output = (this.#output + text).slice(-maxOutput)));
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => (this.#output += String(error)));
    this.#worker.on('exit', () => {
      if (this.alive) this.#stop();
      this.#ended.resolve();
    });
    this.#ready.promise.catch(() => {});
  }

  /**
   * Sends the responses of PGlite to `wire`. Resolves when PGlite has opened its folder, and rejects if PGlite ends.
   */
  async attach(wire: Wire): Promise<void> {
    this.#wire = wire;
    await this.#ready.promise;
  }

  send(chunks: Uint8Array[]): void {
    const bytes = new Uint8Array(Buffer.concat(chunks));
    this.#worker.postMessage(bytes satisfies ToThread, [bytes.buffer]);
  }

  async close(): Promise<void> {
    this.#worker.postMessage('close' satisfies ToThread);
    await this.#ended.promise;
  }

  #receive(message: FromThread): void {
    if (message === 'ready') this.#ready.resolve();
    else if ('last' in message) this.#stop(message.last);
    else this.#wire?.push(message);
  }

  /** Destroys the connection at once, so that nobody waits for a response. */
  #stop(last?: Uint8Array): void {
    this.alive = false;
    if (last) this.#wire?.push(last);
    const error = new Error(`PGlite has ended: ${this.#output.trim()}`);
    this.#ready.reject(error);
    this.#wire?.destroy(error);
  }
}
