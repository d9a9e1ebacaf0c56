export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Settles as `work` does, or rejects with the reason of `signal` if the signal aborts first. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', stop));
}

/** Settles as `work` does, or resolves to undefined after `milliseconds`. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const limit = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => limit.resolve(undefined), milliseconds);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}
