/** Resolves when what waited before has had its turn: messages of other threads, timers, what was typed. Unlike a timer it waits for nothing else. */
export function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
