/**
 * Runs `work` with a signal that aborts after `ms`, or when `signal` does. `Infinity`: no limit.
 * Rejects with what `late` makes of the failure if the time was up. Unlike `AbortSignal.timeout`, it leaves no timer behind.
 */
export function withTimeLimit<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<Result>,
  late: (cause: unknown) => Error,
): Promise<Result> {
  return ms === Infinity ? work(signal) : limited(ms, signal, work, late);
}

async function limited<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  late: (cause: unknown) => Error,
): Promise<Result> {
  const controller = new AbortController();
  let isLate = false;
  const stop = () => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort(new DOMException('The time is up.', 'TimeoutError'));
  }, ms);
  try {
    return await work(controller.signal);
  } catch (cause) {
    throw isLate && !signal?.aborted ? late(cause) : cause;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
