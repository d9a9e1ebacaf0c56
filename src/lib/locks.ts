/**
 * Takes a Web Lock that is released only when this context dies, so that another context can wait for that death.
 * Resolves once the lock is taken.
 */
export function holdForLife(lock: string): Promise<void> {
  const taken = Promise.withResolvers<void>();
  void navigator.locks.request(lock, () => {
    taken.resolve();
    return new Promise<never>(() => {});
  });
  return taken.promise;
}

/** Resolves when the current holder of a lock releases it or dies. */
export async function whenReleased(lock: string): Promise<void> {
  await navigator.locks.request(lock, { mode: 'shared' }, () => {});
}
