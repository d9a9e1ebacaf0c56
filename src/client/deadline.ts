import { TimedOut } from './errors.ts';

/** The longest delay of a timer, 24.8 days. A timer with a longer delay would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * The time limit of one request. `signal` aborts after `ms`, or when the caller's signal (`outer`) aborts. Above
 * `longestTimerMs` there is no limit.
 */
export class Deadline {
  readonly signal: AbortSignal | undefined;
  hasPassed = false;
  readonly #ms: number;
  readonly #outer: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: (() => void) | undefined;

  constructor(ms: number, outer: AbortSignal | undefined) {
    this.signal = outer;
    this.#ms = ms;
    if (ms > longestTimerMs) return;
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      controller.abort();
    }, ms);
    if (outer === undefined) return;
    this.#outer = outer;
    this.#stop = () => controller.abort(outer.reason);
    outer.addEventListener('abort', this.#stop);
    if (outer.aborted) this.#stop();
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#stop) this.#outer?.removeEventListener('abort', this.#stop);
  }

  /** The error if the limit has passed. `server`: the server's name in the message. */
  failure(server: string, cause: unknown): TimedOut {
    return new TimedOut(`${server} didn't respond within ${this.#ms} ms.`, { cause });
  }
}
