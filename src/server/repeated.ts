/** Work that is done again and again until it is ended. */
export interface Repeated {
  /** Does it soon, and does not wait. */
  soon(): void;
  /** Resolves once what is being done is over; nothing is begun any more. */
  end(): Promise<void>;
}

/** How long to wait, in milliseconds. */
export interface Rhythm {
  /** After nothing was left to do. A run that took long is followed by a rest of several times as long. */
  restMs: number;
  /** After a failure, twice as long each time. */
  afterFailureMs: number;
  /** No rest is longer. */
  longestMs: number;
}

/** So long a rest, in milliseconds, that work of that length takes up a small part of the time. */
export const restAfter = (workedMs: number): number => 10 * workedMs;

/** `work` answers whether there is more to do, or after how many milliseconds there may be. What it throws is told, and it is tried again. */
export function repeated(
  work: () => Promise<boolean | number>,
  failed: (fault: unknown) => void,
  { restMs, afterFailureMs, longestMs }: Rhythm,
): Repeated {
  const ending = new AbortController();
  let failures = 0;
  let wake = () => {};
  let woken = false;

  async function wait(milliseconds: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, woken ? 0 : milliseconds);
    wake = over.resolve;
    await over.promise;
    clearTimeout(timer);
    woken = false;
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const begun = performance.now();
      try {
        const more = await work();
        failures = 0;
        if (more !== true)
          await wait(
            Math.min(longestMs, more === false ? Math.max(restMs, restAfter(performance.now() - begun)) : more),
          );
      } catch (fault) {
        failed(fault);
        await wait(Math.min(longestMs, afterFailureMs * 2 ** failures++));
      }
    }
  }

  const running = run();
  const soon = () => {
    woken = true;
    wake();
  };
  return {
    soon,
    end() {
      ending.abort();
      soon();
      return running;
    },
  };
}
