import { Duplex } from 'node:stream';
import type { Thread } from './thread.ts';

/** A stream that a PostgreSQL client can use as its socket, and that leads to PGlite in its thread. */
export class Wire extends Duplex {
  readonly #thread: Thread;

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

  // Ends a write only after the current task, so that the further writes of that task go to the thread in one message.
  // This wakes the thread less often.
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#thread.send([chunk]);
    process.nextTick(done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#thread.send(chunks.map(({ chunk }) => chunk));
    process.nextTick(done);
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
}
