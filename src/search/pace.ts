/** How long a long run keeps the thread to itself, in milliseconds. */
const slice = 25;

/** Work that nobody waits for steps aside sooner. */
export const idleSlice = 8;

/** To be awaited between the steps of a long run: now and then it lets others have the thread. */
export type Pace = () => Promise<void> | undefined;

export function pacer(milliseconds = slice): Pace {
  let since = performance.now();
  return () => {
    if (performance.now() - since < milliseconds) return undefined;
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
