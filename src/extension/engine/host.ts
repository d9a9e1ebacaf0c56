import { engineLock, whenReleased } from '../../client/transports/link.ts';
import type { WorkerNews } from './worker.ts';

export interface EngineHost {
  /** Hands the engine a port to answer on. */
  attach(port: MessagePort): void;
}

/** How long a worker may take from its start until it holds the lock. One that was ended before that says nothing, and no lock tells of it. */
const startMs = 3_000;

/** Keeps one engine worker: started when first needed, and again after it died. */
export function engineHost(start: () => Worker, onBusy: (busy: boolean) => void = () => {}): EngineHost {
  let worker: Worker | undefined;

  function running(): Worker {
    if (worker) return worker;
    const started = (worker = start());
    const end = () => {
      clearTimeout(patience);
      started.terminate();
      onBusy(false);
      if (worker === started) worker = undefined;
    };
    const patience = setTimeout(end, startMs);
    const news: Record<WorkerNews, () => void> = {
      holding: () => {
        clearTimeout(patience);
        // From now on its death frees the lock, and a fault within it is not its death.
        started.onerror = null;
        void whenReleased(engineLock).then(end);
      },
      busy: () => onBusy(true),
      idle: () => onBusy(false),
    };
    started.onerror = end;
    started.onmessage = ({ data }: MessageEvent<WorkerNews>) => news[data]();
    return started;
  }

  return { attach: (port) => running().postMessage(null, [port]) };
}
