/**
 * Returns a version of `work` whose runs never overlap. Each call settles with a run that began after the call. Calls
 * during a run share the next run, which gets the argument of the first such call.
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
