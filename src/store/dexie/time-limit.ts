import { StoreUnavailable } from '../../service/ports/failures.ts';

/**
 * A time limit for promises that may never settle. After a timeout, later calls fail at once until every late promise
 * has settled.
 */
export class TimeLimit {
  readonly #milliseconds: number;
  /** How many promises are late and haven't settled. */
  #late = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Settles like `wanted`, or rejects with StoreUnavailable and `message`. */
  async for<T>(wanted: PromiseLike<T>, message: () => string): Promise<T> {
    if (this.#late > 0) throw new StoreUnavailable(message());
    const timeout = Promise.withResolvers<never>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#late++;
      timeout.reject(new StoreUnavailable(message()));
    }, this.#milliseconds);
    const settled = () => {
      clearTimeout(timer);
      if (isLate) this.#late--;
    };
    wanted.then(settled, settled);
    return Promise.race([wanted, timeout.promise]);
  }
}
