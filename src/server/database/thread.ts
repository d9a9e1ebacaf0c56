import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './pglite-thread.ts';
import type { Wire } from './wire.ts';

/** How much is kept of what the thread says before it ends. */
const lastWords = 2_000;

/** PGlite in a thread of its own, so that a long statement holds up nobody but who waits for the database. */
export class Thread {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  /** Resolves when nothing of it is left. */
  readonly ended = this.#ended.promise;
  #wire: Wire | undefined;
  #said = '';
  /** False once it answers nothing more. */
  alive = true;

  constructor(folder: string) {
    this.#worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
      workerData: { folder },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-lastWords)));
    this.#worker.on('message', (message: FromThread) => this.#take(message));
    this.#worker.on('error', (error) => (this.#said += String(error)));
    this.#worker.on('exit', () => {
      if (this.alive) this.#stop();
      this.#ended.resolve();
    });
    this.#ready.promise.catch(() => {});
  }

  /** Resolves once PGlite has opened its folder; from then on its answers go to `wire`. */
  async attach(wire: Wire): Promise<void> {
    this.#wire = wire;
    await this.#ready.promise;
  }

  send(chunks: Uint8Array[]): void {
    const bytes = new Uint8Array(Buffer.concat(chunks));
    this.#worker.postMessage(bytes satisfies ToThread, [bytes.buffer]);
  }

  /** Lets PGlite put everything in order; resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#worker.postMessage('close' satisfies ToThread);
    await this.#ended.promise;
  }

  #take(message: FromThread): void {
    if (message === 'ready') this.#ready.resolve();
    else if ('last' in message) this.#stop(message.last);
    else this.#wire?.push(message);
  }

  /** At once, so that nobody takes this thread's connection for one that answers. */
  #stop(last?: Uint8Array): void {
    this.alive = false;
    if (last) this.#wire?.push(last);
    const error = new Error(`PGlite has ended: ${this.#said.trim()}`);
    this.#ready.reject(error);
    this.#wire?.destroy(error);
  }
}
