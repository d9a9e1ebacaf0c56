import { engineLock } from '../../client/transports/link.ts';
import { servePort, type Answer } from './serve.ts';

/** What runs in the worker: the service over its stores. */
export interface Engine {
  answer: Answer;
  /** Purges what is past its time. */
  maintain(): Promise<void>;
}

/** What a worker tells its host. `holding` comes first; while `busy` the host must not be suspended. */
export type WorkerNews = 'holding' | 'busy' | 'idle';

const dayMs = 86_400_000;

/** Makes this worker the engine: it waits for the lock, then serves every port that it is handed. */
export async function runEngine(scope: DedicatedWorkerGlobalScope, build: () => Promise<Engine>): Promise<void> {
  const tell = (news: WorkerNews) => scope.postMessage(news);
  const held = holdForLife(engineLock);
  const engine = untilItWorks(build, held);
  const answer = reportingWork(async (question) => (await engine()).answer(question), tell);

  scope.onmessage = async ({ ports: [port] }) => {
    await held;
    if (port) servePort(port, answer);
  };

  await held;
  tell('holding');
  const maintain = () => void engine().then((built) => built.maintain()).catch(() => {});
  maintain();
  setInterval(maintain, dayMs);
}

function holdForLife(lock: string): Promise<void> {
  const held = Promise.withResolvers<void>();
  void navigator.locks.request(lock, () => {
    held.resolve();
    return new Promise<never>(() => {});
  });
  return held.promise;
}

/** Builds once; after a failure, the next request tries again. */
function untilItWorks(build: () => Promise<Engine>, held: Promise<void>): () => Promise<Engine> {
  let built: Promise<Engine> | undefined;
  return () =>
    (built ??= held.then(build).catch((cause: unknown) => {
      built = undefined;
      throw cause;
    }));
}

function reportingWork(answer: Answer, tell: (news: WorkerNews) => void): Answer {
  let open = 0;
  return async (question) => {
    if (open++ === 0) tell('busy');
    try {
      return await answer(question);
    } finally {
      if (--open === 0) tell('idle');
    }
  };
}
