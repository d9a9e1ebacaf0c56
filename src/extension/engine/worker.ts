import { engineLock } from '../../client/transports/link.ts';
import { holdForLife } from '../../lib/locks.ts';
import { servePort, type Answers } from './serve.ts';

/** What runs in the worker: the service and its stores. */
export interface Engine extends Answers {
  /** Deletes what has expired, and makes the daily backup if it is due. */
  maintain(): Promise<void>;
  /** Call when one of the extension's own pages opens: prepares what that page will soon need. */
  warmUp(): void;
}

/**
 * What a worker reports to its host. `holding`, sent first: the worker holds the engine's lock. Between `busy` and
 * `idle`, the host must not be suspended. Between `unindexed` and `indexed`, the host must replace a worker that ends.
 */
export type WorkerState = 'holding' | 'busy' | 'idle' | 'unindexed' | 'indexed';

/** `siteStopped`: the origin of a site, paused because it read or changed too much. `syncs`: whether sync is on. */
export type WorkerMessage = WorkerState | { siteStopped: string } | { syncs: boolean };

/** What is at the other end of a port: one of the extension's own pages, or the background. */
export type PortOf = 'page' | 'background';

const dayMs = 86_400_000;

/** How long maintenance waits after the start, in milliseconds. Its writes would delay the first requests. */
const maintainAfterMs = 3_000;

/** Makes this worker the engine: waits for the lock, then serves every port that it receives. */
export async function runEngine(
  scope: DedicatedWorkerGlobalScope,
  build: (tell: (message: WorkerMessage) => void) => Promise<Engine>,
): Promise<void> {
  const tell = (message: WorkerMessage) => scope.postMessage(message);
  const locked = holdForLife(engineLock);
  const engine = builtOnce(() => build(tell), locked);
  const answers: Answers = {
    request: async (question, signal) => (await engine()).request(question, signal),
    control: async (question) => (await engine()).control(question),
    pageLog: async (question) => (await engine()).pageLog(question),
  };

  scope.onmessage = async ({ data, ports: [port] }: MessageEvent<PortOf>) => {
    await locked;
    if (port) servePort(port, answers);
    if (data === 'page')
      engine().then(
        (built) => built.warmUp(),
        () => {},
      );
  };

  await locked;
  tell('holding');
  const maintain = () =>
    void engine()
      .then((built) => built.maintain())
      .catch(() => {});
  setTimeout(maintain, maintainAfterMs);
  setInterval(maintain, dayMs);
  // Opens the store while the first request is still on its way.
  engine().catch(() => {});
}

/** Builds the engine once, when the lock is held. After a failure, the next request tries again. */
function builtOnce(build: () => Promise<Engine>, locked: Promise<void>): () => Promise<Engine> {
  let built: Promise<Engine> | undefined;
  return () =>
    (built ??= locked.then(build).catch((cause: unknown) => {
      built = undefined;
      throw cause;
    }));
}
