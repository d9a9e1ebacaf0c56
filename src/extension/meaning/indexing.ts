import { ModelRefused, ModelUnavailable } from '../../service/ports/embedder.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { WorkerMessage } from '../engine/worker.ts';
import type { Slice } from './slice.ts';

const pace = {
  /** The longest slice: a browser that suspends the background after 30 seconds must not interrupt it. */
  slice: 20_000,
  rest: 500,
  /**
   * The wait after each write, so that several writes are indexed together. Ends at most `maxAfterWrite` after the
   * first write.
   */
  afterWrite: 500,
  maxAfterWrite: 5_000,
  /** The wait after a failed slice; doubles with each failure, up to `maxAfterFailure`. */
  afterFailure: 1_000,
  maxAfterFailure: 60_000,
};

export interface IndexingParts {
  slice: Slice;
  work: OpenWork;
  tell: (message: WorkerMessage) => void;
  onTroubleChange: () => void;
}

/**
 * Indexes memories without vectors in the background, slice by slice. Stores no progress: after a kill, indexing
 * continues with the memories that have no vectors.
 */
export interface BackgroundIndexing {
  /** Call when there may be memories to index. */
  checkSoon(): void;
  /** Starts at once, even after failures. Call when the cause of a failure may be gone, or another model is wanted. */
  restart(): void;
  /** While paused, indexes nothing, but still drops the vectors of memories that were deleted or changed. */
  paused: boolean;
  /** Why the last slice failed, unless the model was the cause; undefined once a slice succeeds. */
  readonly trouble: string | undefined;
}

export function backgroundIndexing({ slice, work, tell, onTroubleChange }: IndexingParts): BackgroundIndexing {
  let paused = false;
  let running = false;
  let checkAgain = false;
  let restartAgain = false;
  let failures = 0;
  let refusals = 0;
  let firstCall: number | undefined;
  let reportedUnindexed: boolean | undefined;
  let trouble: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function runIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), milliseconds);
  }

  /** While memories are left to index, the host keeps an alarm that restarts an ended engine. */
  function tellUnindexed(unindexed: boolean): void {
    if (unindexed !== reportedUnindexed) tell(unindexed ? 'unindexed' : 'indexed');
    reportedUnindexed = unindexed;
  }

  function setTrouble(reason: string | undefined): void {
    if (reason === trouble) return;
    trouble = reason;
    onTroubleChange();
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    checkAgain = restartAgain = false;
    firstCall = undefined;
    const end = Date.now() + pace.slice;
    try {
      const isLeft = await work.background(() =>
        slice({ onFound: () => tellUnindexed(true), stop: () => paused || restartAgain || Date.now() > end }),
      );
      failures = refusals = 0;
      setTrouble(undefined);
      tellUnindexed(isLeft && !paused);
      if ((isLeft && !paused) || checkAgain || restartAgain) runIn(pace.rest);
    } catch (cause) {
      setTrouble(troubleOf(cause));
      const isRefused = cause instanceof ModelRefused;
      tellUnindexed(!isRefused);
      // The bundled model replaces a refused model. If the bundled model is refused too, only the user can help.
      if (restartAgain || (isRefused && refusals++ === 0)) runIn(pace.rest);
      else if (!isRefused) runIn(Math.min(pace.afterFailure * 2 ** failures++, pace.maxAfterFailure));
    } finally {
      running = false;
    }
  }

  return {
    checkSoon() {
      if (running) checkAgain = true;
      else if (failures === 0) {
        firstCall ??= Date.now();
        runIn(Math.min(pace.afterWrite, Math.max(0, firstCall + pace.maxAfterWrite - Date.now())));
      }
    },
    restart() {
      failures = refusals = 0;
      if (running) restartAgain = true;
      else runIn(0);
    },
    get trouble() {
      return trouble;
    },
    get paused() {
      return paused;
    },
    set paused(now) {
      const wasPaused = paused;
      paused = now;
      if (!paused && wasPaused) runIn(0);
      if (paused && !running) tellUnindexed(false);
    },
  };
}

/** The text for `trouble`. Undefined for a model's own failure, which shows in the model's health instead. */
function troubleOf(cause: unknown): string | undefined {
  if (cause instanceof ModelUnavailable) return undefined;
  return cause instanceof Error ? cause.message : String(cause);
}
