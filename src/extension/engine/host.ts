import { engineLock, type Channel, type ChannelEvents, type EngineReply } from '../../client/transports/link.ts';
import { startLife } from '../../lib/rpc.ts';
import type { RequestEnvelope } from '../../v1/envelope.ts';
import type { PortOf, WorkerMessage, WorkerState } from './worker.ts';

export interface EngineHost {
  start(): void;
  attach(port: MessagePort, of: PortOf): void;
}

/** How a host reacts to the engine's messages. */
export interface HostDuties {
  /** While the engine is busy, the host must not be suspended. */
  onBusy?(busy: boolean): void;
  /** While memories are left to index, the host must restart the engine soon after anything ends it. */
  onUnindexed?(unindexed: boolean): void;
  /** While sync is on, the host must start the engine regularly. */
  onSyncs?(syncs: boolean): void;
  /** Called when a site was paused because it read or changed too much. The user decides whether it may go on. */
  onSiteStopped?(origin: string): void;
  /** Called with each request of one of the extension's own pages. */
  onPageRequest?(request: RequestEnvelope): void;
}

/**
 * How long a starting worker may take to get the engine's Web Lock, in milliseconds. A worker without the lock may have
 * died unnoticed, so a late worker is replaced. Each replacement gets twice as much time, up to `longest`.
 */
const startTimeouts = { first: 3_000, longest: 12_000 };

/** Runs one engine worker: starts it when first needed, and restarts it after it died. */
export function engineHost(
  start: () => Worker,
  { onBusy = () => {}, onUnindexed = () => {}, onSyncs = () => {}, onSiteStopped = () => {} }: HostDuties = {},
): EngineHost {
  let worker: Worker | undefined;
  let startTimeoutMs = startTimeouts.first;

  function running(): Worker {
    if (worker) return worker;
    const started = (worker = start());
    const life = startLife(engineLock, () => {
      started.terminate();
      onBusy(false);
      if (worker === started) worker = undefined;
    });
    life.requireReadyWithin(startTimeoutMs);
    startTimeoutMs = Math.min(2 * startTimeoutMs, startTimeouts.longest);
    const handlers: Record<WorkerState, () => void> = {
      holding: () => {
        startTimeoutMs = startTimeouts.first;
        // From now on, the released lock shows that the worker died. An error no longer does.
        started.onerror = null;
        life.ready();
      },
      busy: () => onBusy(true),
      idle: () => onBusy(false),
      unindexed: () => onUnindexed(true),
      indexed: () => onUnindexed(false),
    };
    started.onerror = life.end;
    started.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (typeof data === 'string') handlers[data]();
      else if ('syncs' in data) onSyncs(data.syncs);
      else onSiteStopped(data.siteStopped);
    };
    return started;
  }

  return {
    start: () => void running(),
    attach: (port, of) => running().postMessage(of, [port]),
  };
}

/** A channel to the engine over a MessagePort; `attach` passes the other end to the engine. */
export function portChannel(attach: (port: MessagePort) => void, { reply }: ChannelEvents): Channel {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EngineReply>) => reply(data);
  attach(port2);
  return { post: (message) => port1.postMessage(message), close: () => port1.close() };
}
