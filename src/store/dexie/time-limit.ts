import { StoreUnavailable } from '../../service/ports/failures.ts';

/**
 * A time limit for a promise that may never settle. After a timeout, later calls fail at once until the late promise
 * has settled.
 */
export class TimeLimit {
  readonly #milliseconds: number;
  #late = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Settles like `wanted`, or rejects with StoreUnavailable and `message`. */
  async for<T>(wanted: PromiseLike<T>, message: () => string): Promise<T> {
    if (this.#late) throw new StoreUnavailable(message());
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#late = true;
      timeout.reject(new StoreUnavailable(message()));
    }, this.#milliseconds);
    const settled = () => {
      clearTimeout(timer);
      this.#late = false;
    };
    wanted.then(settled, settled);
    return Promise.race([wanted, timeout.promise]);
  }
}
