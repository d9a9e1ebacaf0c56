import { connect, type Socket } from 'node:net';

/**
 * Firefox's remote protocol. A message is `<length in bytes>:<JSON>`. A command is `[0, id, name, parameters]`, and its
 * response is `[1, id, error, result]`.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #received = Buffer.alloc(0);
  #lastId = 0;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox is gone.'));
      this.#waiting.clear();
    });
  }

  static connect(port: number): Promise<Marionette> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Marionette(socket)));
    });
  }

  async send<Result = unknown>(name: string, parameters: object = {}): Promise<Result> {
    if (this.#socket.destroyed) throw new Error('Firefox is gone.');
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const message = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return (await answer) as Result;
  }

  /** Runs `work` after all earlier work, because all work shares the current tab and context. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (Array.isArray(message))
        this.#settle(message as [1, number, { error: string; message: string } | null, unknown]);
    }
  }

  #settle([, id, error, result]: [1, number, { error: string; message: string } | null, unknown]): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result);
  }
}
