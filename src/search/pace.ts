/** How long a long task keeps the thread, in milliseconds. */
const slice = 25;

/** The same for work that nobody waits for. */
export const idleSlice = 8;

/** Await it between the steps of a long task: it yields the thread when the slice is over. */
export type Pace = () => Promise<void> | undefined;

export function pacer(milliseconds = slice): Pace {
  let since = performance.now();
  const stepAside = async () => {
    await nextTurn();
    since = performance.now();
  };
  return () => {
    if (performance.now() - since < milliseconds) return undefined;
    return stepAside();
  };
}

/** Uses a message, since browsers delay nested timers by at least 4 ms. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
