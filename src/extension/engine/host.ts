import { engineLock, whenReleased } from '../../client/transports/link.ts';
import type { WorkerNews } from './worker.ts';

export interface EngineHost {
  /** Hands the engine a port to answer on. */
  attach(port: MessagePort): void;
}

/**
 * How long a worker may take from its start until it holds the lock. One that was ended before that says nothing, and no lock tells of it.
 * One that was merely slow would be ended for ever, so each next one may take twice as long, up to what a caller waits for an answer.
 */
const startMs = { first: 3_000, longest: 12_000 };

/** Keeps one engine worker: started when first needed, and again after it died. */
export function engineHost(start: () => Worker, onBusy: (busy: boolean) => void = () => {}): EngineHost {
  let worker: Worker | undefined;
  let patienceMs = startMs.first;

  function running(): Worker {
    if (worker) return worker;
    const started = (worker = start());
    const end = () => {
      clearTimeout(patience);
      started.terminate();
      onBusy(false);
      if (worker === started) worker = undefined;
    };
    const patience = setTimeout(() => {
      patienceMs = Math.min(2 * patienceMs, startMs.longest);
      end();
    }, patienceMs);
    const news: Record<WorkerNews, () => void> = {
      holding: () => {
        clearTimeout(patience);
        patienceMs = startMs.first;
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
