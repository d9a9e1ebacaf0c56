import { StoreUnavailable } from '../../service/ports/failures.ts';

/** Waits for something that may never come. Who waits first gives up after a while; until it came, nobody waits for it again. */
export class Patience {
  readonly #milliseconds: number;
  #late = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** What `wanted` promises, or StoreUnavailable with what `complaint` says. */
  async for<T>(wanted: PromiseLike<T>, complaint: () => string): Promise<T> {
    if (this.#late) throw new StoreUnavailable(complaint());
    const enough = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#late = true;
      enough.reject(new StoreUnavailable(complaint()));
    }, this.#milliseconds);
    const arrived = () => {
      clearTimeout(timer);
      this.#late = false;
    };
    wanted.then(arrived, arrived);
    return Promise.race([wanted, enough.promise]);
  }
}
