import { engineLock } from '../../client/transports/link.ts';
import { holdForLife } from '../../lib/locks.ts';
import { servePort, type Answers } from './serve.ts';

/** What runs in the worker: the service over its stores. */
export interface Engine extends Answers {
  /** Purges what is past its time. */
  maintain(): Promise<void>;
  /** A page of ours has opened: what it is likely to need soon can be made ready. */
  expect(): void;
}

/**
 * What a worker tells its host. `holding` comes first. While `busy` the host must not be suspended.
 * While `unindexed` there is work that must continue even if the worker is ended.
 */
export type WorkerNews = 'holding' | 'busy' | 'idle' | 'unindexed' | 'indexed';

/** What comes with a port: who is at its other end. */
export type PortOf = 'page' | 'background';

const dayMs = 86_400_000;

/** Makes this worker the engine: it waits for the lock, then serves every port that it is handed. */
export async function runEngine(
  scope: DedicatedWorkerGlobalScope,
  build: (tell: (news: WorkerNews) => void) => Promise<Engine>,
): Promise<void> {
  const tell = (news: WorkerNews) => scope.postMessage(news);
  const held = holdForLife(engineLock);
  const engine = untilItWorks(() => build(tell), held);
  const answers: Answers = {
    request: async (question, signal) => (await engine()).request(question, signal),
    control: async (question) => (await engine()).control(question),
  };

  scope.onmessage = async ({ data, ports: [port] }: MessageEvent<PortOf>) => {
    await held;
    if (port) servePort(port, answers);
    if (data === 'page')
      engine().then(
        (built) => built.expect(),
        () => {},
      );
  };

  await held;
  tell('holding');
  const maintain = () =>
    void engine()
      .then((built) => built.maintain())
      .catch(() => {});
  maintain();
  setInterval(maintain, dayMs);
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
