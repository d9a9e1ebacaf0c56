/**
 * Makes of `work` a function whose runs never overlap, and that answers when a run is over that began after the call:
 * those who call while one is under way share the next.
 */
export function sharedRuns<A>(work: (argument: A) => Promise<void>): (argument: A) => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return (argument) => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return (running = work(argument));
      });
    return next;
  };
}
