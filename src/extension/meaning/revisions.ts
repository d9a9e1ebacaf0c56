/** Counts changes, so that others can wait for the next one. */
export interface Revisions {
  readonly latest: number;
  changed(): void;
  /** Resolves when the revision differs from `seen`, or after `waitMs`. */
  after(seen: number, waitMs: number): Promise<void>;
}

export function revisions(): Revisions {
  let latest = 1;
  let next = Promise.withResolvers<void>();
  return {
    get latest() {
      return latest;
    },
    changed() {
      latest++;
      next.resolve();
      next = Promise.withResolvers();
    },
    async after(seen, waitMs) {
      if (seen !== latest) return;
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, waitMs);
      await Promise.race([next.promise, timeout.promise]);
      clearTimeout(timer);
    },
  };
}
