/** How long a long run keeps the thread to itself, in milliseconds. */
const slice = 25;

/** Work that nobody waits for steps aside sooner. */
export const idleSlice = 8;

/** To be awaited between the steps of a long run: now and then it lets others have the thread. */
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

/** By a message, since browsers make a timer wait at least 4 ms once timers set each other. */
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
