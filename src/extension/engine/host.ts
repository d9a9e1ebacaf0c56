import { engineLock } from '../../client/transports/link.ts';
import { startLife } from '../../lib/rpc.ts';
import type { PortOf, WorkerNews } from './worker.ts';

export interface EngineHost {
  /** Hands the engine a port to answer on. */
  attach(port: MessagePort, of: PortOf): void;
}

/** What a host does with the engine's news. */
export interface HostDuties {
  /** It must not be suspended while the engine is busy. */
  onBusy?(busy: boolean): void;
  /** While memories are left to index, the host must restart the engine soon after anything ends it. */
  onUnindexed?(unindexed: boolean): void;
}

/**
 * How long a worker may take from its start until it holds the lock. One that was ended before that says nothing, and no lock tells of it.
 * One that was merely slow would be ended for ever, so each next one may take twice as long, up to what a caller waits for an answer.
 */
const startMs = { first: 3_000, longest: 12_000 };

/** Keeps one engine worker: started when first needed, and again after it died. */
export function engineHost(
  start: () => Worker,
  { onBusy = () => {}, onUnindexed = () => {} }: HostDuties = {},
): EngineHost {
  let worker: Worker | undefined;
  let patienceMs = startMs.first;

  function running(): Worker {
    if (worker) return worker;
    const started = (worker = start());
    const life = startLife(engineLock, () => {
      started.terminate();
      onBusy(false);
      if (worker === started) worker = undefined;
    });
    life.await(patienceMs);
    patienceMs = Math.min(2 * patienceMs, startMs.longest);
    const news: Record<WorkerNews, () => void> = {
      holding: () => {
        patienceMs = startMs.first;
        // From now on its death frees the lock, and a fault within it is not its death.
        started.onerror = null;
        life.ready();
      },
      busy: () => onBusy(true),
      idle: () => onBusy(false),
      unindexed: () => onUnindexed(true),
      indexed: () => onUnindexed(false),
    };
    started.onerror = life.end;
    started.onmessage = ({ data }: MessageEvent<WorkerNews>) => news[data]();
    return started;
  }

  return { attach: (port, of) => running().postMessage(of, [port]) };
}
