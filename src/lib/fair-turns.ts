/** As much of one key waits as may. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Rejects with TooManyWaiting, or with what `work` rejects with. If `signal` aborts before its turn, `work` never begins, and this rejects with the signal's reason. */
export type FairTurn = <Result>(key: string, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

type Begin = () => Promise<void>;

/** Runs one work at a time and takes keys in turn: a key with much work delays another key by one work at most. `mostWaiting` is a limit for each key. */
export function fairTurns(mostWaiting: number): FairTurn {
  /** What waits, by key; the key whose turn comes next is the first. */
  const queues = new Map<string, Begin[]>();
  let isBusy = false;

  async function runNext(): Promise<void> {
    const [next] = queues;
    if (isBusy || next === undefined) return;
    const [key, queue] = next;
    const begin = queue.shift();
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    isBusy = true;
    await begin?.();
    isBusy = false;
    void runNext();
  }

  return (key, signal, work) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const queue = queues.get(key) ?? [];
      if (queue.length >= mostWaiting) throw new TooManyWaiting();
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1);
        if (queue.length === 0) queues.delete(key);
        reject(signal.reason as Error);
      };
      const begin = async () => {
        signal.removeEventListener('abort', leave);
        await work().then(resolve, reject);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(begin);
      queues.set(key, queue);
      void runNext();
    });
}
