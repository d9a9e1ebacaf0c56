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

/** Like `turns`, but tasks wait only for tasks with the same key. */
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

/** Too many tasks of the same owner are waiting. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** The owner who wants a task done, and the token that asked for it. */
export interface Sender {
  owner: string;
  id: string;
}

/** If `signal` aborts before `work` begins, rejects with the signal's reason. May also reject with TooManyWaiting. */
export type FairTurn = <Result>(sender: Sender, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

interface Task {
  begin: () => Promise<void>;
  leave: (reason: Error) => void;
}

/**
 * Runs one task at a time. Takes owners in turn, and the tokens of each owner in turn. At most `maxWaiting` tasks of
 * each owner may wait. Beyond that, the token with the most waiting tasks loses its latest task, so no token can take
 * up all places of its owner.
 */
export function fairTurns(maxWaiting: number): FairTurn {
  /** The waiting tasks by owner and token id. The next in turn come first. */
  const owners = new Map<string, Map<string, Task[]>>();
  let isBusy = false;

  async function runNext(): Promise<void> {
    const [ofOwner] = owners;
    const [ofToken] = ofOwner?.[1] ?? [];
    if (isBusy || ofOwner === undefined || ofToken === undefined) return;
    const [owner, queues] = ofOwner;
    const [id, queue] = ofToken;
    const task = queue.shift();
    queues.delete(id);
    if (queue.length > 0) queues.set(id, queue);
    owners.delete(owner);
    if (queues.size > 0) owners.set(owner, queues);
    isBusy = true;
    await task?.begin();
    isBusy = false;
    void runNext();
  }

  return ({ owner, id }, signal, work) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const queues = owners.get(owner) ?? new Map<string, Task[]>();
      const queue = queues.get(id) ?? [];
      const abort = () => task.leave(signal.reason as Error);
      const task: Task = {
        async begin() {
          signal.removeEventListener('abort', abort);
          // `work()` may throw synchronously.
          await Promise.resolve().then(work).then(resolve, reject);
        },
        leave(reason) {
          signal.removeEventListener('abort', abort);
          queue.splice(queue.indexOf(task), 1);
          if (queue.length === 0) queues.delete(id);
          if (queues.size === 0) owners.delete(owner);
          reject(reason);
        },
      };
      signal.addEventListener('abort', abort);
      queue.push(task);
      queues.set(id, queue);
      owners.set(owner, queues);
      const waiting = [...queues.values()];
      if (waiting.flat().length > maxWaiting) longestOf(waiting, queue).at(-1)?.leave(new TooManyWaiting());
      void runNext();
    });
}

/** The longest queue, or `preferred` if none is longer. */
function longestOf(queues: Task[][], preferred: Task[]): Task[] {
  return queues.reduce((longest, queue) => (queue.length > longest.length ? queue : longest), preferred);
}
