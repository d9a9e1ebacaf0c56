/** Runs tasks one at a time in the order of the calls. A failing task doesn't stop the next. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function turns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** As `turns`, with a sequence of its own for each key. */
export function turnsByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, { inTurn: InTurn; tasks: number }>();
  return async (key, work) => {
    const known = running.get(key) ?? { inTurn: turns(), tasks: 0 };
    running.set(key, known);
    known.tasks++;
    try {
      return await known.inTurn(work);
    } finally {
      if (--known.tasks === 0) running.delete(key);
    }
  };
}

/** Too many tasks with the same key are waiting. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/**
 * Settles as `work` does, or rejects with TooManyWaiting. If `signal` aborts before it is the turn of `work`, `work`
 * never begins and the promise rejects with the signal's reason.
 */
export type FairTurn = <Result>(key: string, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

type Begin = () => Promise<void>;

/**
 * Runs one task at a time and takes keys in turn: a key with many tasks delays another key by at most one task. At most
 * `maxWaiting` tasks of each key may wait.
 */
export function fairTurns(maxWaiting: number): FairTurn {
  /** The waiting tasks by key; the next key in turn comes first. */
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
      if (queue.length >= maxWaiting) throw new TooManyWaiting();
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1);
        if (queue.length === 0) queues.delete(key);
        reject(signal.reason as Error);
      };
      const begin = async () => {
        signal.removeEventListener('abort', leave);
        // Not `work()`: it may throw at once.
        await Promise.resolve().then(work).then(resolve, reject);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(begin);
      queues.set(key, queue);
      void runNext();
    });
}
