import { Duplex } from 'node:stream';
import type { Thread } from './thread.ts';

/** A stream that a PostgreSQL client can use as its socket, and that leads to PGlite in its thread. */
export class Wire extends Duplex {
  readonly #thread: Thread;
  /** Sent to the thread at the end of the current task, in one message, since each message wakes the thread. */
  #unsent: Buffer[] = [];

  constructor(thread: Thread) {
    super();
    this.#thread = thread;
  }

  connect(): this {
    this.#thread.attach(this).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#send([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** Methods that `pg` calls on a socket and that a thread doesn't need. */
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  #send(chunks: Buffer[]): void {
    if (this.#unsent.length === 0)
      process.nextTick(() => {
        this.#thread.send(this.#unsent);
        this.#unsent = [];
      });
    this.#unsent.push(...chunks);
  }
}
