/** What a process is told from outside. */
export interface ShutdownSignal {
  /** Resolves at the first signal to end. */
  told: Promise<void>;
  /** Resolves when somebody who would wait no longer has told it again. */
  toldAgain: Promise<void>;
}

/** One Ctrl-C may arrive as several signals, from the terminal and from whoever started us: those that come together are one. */
const togetherMs = 1_000;

export function shutdownSignal(): ShutdownSignal {
  const told = Promise.withResolvers<void>();
  const toldAgain = Promise.withResolvers<void>();
  let first: number | undefined;
  const hear = () => {
    first ??= performance.now();
    told.resolve();
    if (performance.now() - first > togetherMs) toldAgain.resolve();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, hear);
  return { told: told.promise, toldAgain: toldAgain.promise };
}
