/** How long a long run keeps the thread to itself, in milliseconds. */
const slice = 25;

/** To be awaited between the steps of a long run: now and then it lets others have the thread. */
export function pacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < slice) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
