/** Resolves at the first signal to end. One Ctrl-C may arrive as several signals, from the terminal and from whoever started us: the others change nothing. */
export function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
}
