/** Takes a Web Lock and keeps it as long as this context lives; resolves once it is held. Whoever waits for it learns of our death. */
export function holdForLife(lock: string): Promise<void> {
  const held = Promise.withResolvers<void>();
  void navigator.locks.request(lock, () => {
    held.resolve();
    return new Promise<never>(() => {});
  });
  return held.promise;
}

/** Resolves when whoever holds a lock now has let go of it, be it by dying. */
export async function whenReleased(lock: string): Promise<void> {
  await navigator.locks.request(lock, { mode: 'shared' }, () => {});
}
