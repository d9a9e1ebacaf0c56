import { engineLock, type Channel, type ChannelEvents, type EngineReply } from '../../client/transports/link.ts';
import { startLife } from '../../lib/rpc.ts';
import type { PortOf, WorkerNews } from './worker.ts';

export interface EngineHost {
  /** Passes the engine a port to serve. */
  attach(port: MessagePort, of: PortOf): void;
}

/** How a host reacts to the engine's news. */
export interface HostDuties {
  /** While the engine is busy, the host must not be suspended. */
  onBusy?(busy: boolean): void;
  /** While memories are left to index, the host must restart the engine soon after anything ends it. */
  onUnindexed?(unindexed: boolean): void;
}

/**
 * How long a worker may take from its start until it holds the lock. Before that, nothing shows whether it has died, so a late one is replaced.
 * A merely slow machine would replace workers forever, so each next one gets twice as long, up to what a caller waits for a reply.
 */
const startMs = { first: 3_000, longest: 12_000 };

/** Runs one engine worker: starts it when first needed, and again after it died. */
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
        // From now on its death frees the lock, and an error inside it doesn't mean that it died.
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

/** A channel to the engine over a MessagePort; `attach` passes the other end to the engine. */
export function portChannel(attach: (port: MessagePort) => void, { reply }: ChannelEvents): Channel {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EngineReply>) => reply(data);
  attach(port2);
  return { post: (message) => port1.postMessage(message), close: () => port1.close() };
}
