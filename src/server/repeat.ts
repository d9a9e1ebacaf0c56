/** Work that is repeated until it is ended. */
export interface Repeated {
  /** Runs the work soon: skips the current rest or, while the work runs, the next one. */
  soon(): void;
  /** Stops after the current run; resolves when that run is over. */
  end(): Promise<void>;
}

/** The rests between runs, in milliseconds. */
export interface Intervals {
  /** The rest when nothing is left to do, or ten times the length of the run if that is longer. */
  restMs: number;
  /** The rest after a failure. Doubles with each further failure in a row. */
  afterFailureMs: number;
  longestMs: number;
}

/** How long to rest after work, in milliseconds, so that the work takes at most a tenth of the time. */
export const restAfter = (workedMs: number): number => 10 * workedMs;

/**
 * Runs `work` again and again, with rests in between. `work` returns whether there is more to do, or after how many
 * milliseconds to look again. If `work` throws, calls `onError` and retries.
 */
export function repeat(
  work: () => Promise<boolean | number>,
  onError: (error: unknown) => void,
  { restMs, afterFailureMs, longestMs }: Intervals,
): Repeated {
  const ending = new AbortController();
  let failures = 0;
  let wake = () => {};
  let isWoken = false;

  async function wait(milliseconds: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, isWoken ? 0 : milliseconds);
    wake = over.resolve;
    await over.promise;
    clearTimeout(timer);
    isWoken = false;
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
      } catch (error) {
        onError(error);
        await wait(Math.min(longestMs, afterFailureMs * 2 ** failures++));
      }
    }
  }

  const running = run();
  const soon = () => {
    isWoken = true;
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
