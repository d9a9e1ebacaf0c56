import { ModelRefused } from '../../service/ports/embedder.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { WorkerNews } from '../engine/worker.ts';

/** How reading takes turns with everything else, in milliseconds. */
export interface ReadingPace {
  /** How long one slice may be: a browser that suspends the background after half a minute must not cut one. */
  slice: number;
  /** Between two slices. */
  rest: number;
  /** After a write, so that many writes in a row are read together. */
  afterWrite: number;
  /** After a slice that failed, twice as long each time, up to `longest`. */
  afterFailure: number;
  longest: number;
}

const pace: ReadingPace = { slice: 20_000, rest: 500, afterWrite: 500, afterFailure: 1_000, longest: 60_000 };

export interface ReadingParts {
  /** Reads memories that are unread, newest first, until none is left or `stop` says so; answers whether any is left. */
  slice(stop: () => boolean): Promise<boolean>;
  work: OpenWork;
  tell: (news: WorkerNews) => void;
}

/** Reads in the background what has no vectors yet, slice by slice. Nothing of it need be kept: after a kill, what is unread is unread. */
export interface BackgroundReading {
  /** Something may be unread. */
  look(): void;
  /** Begins at once, whatever failed before; to be called when what failed may work now. */
  begin(): void;
  paused: boolean;
}

export function backgroundReading({ slice, work, tell }: ReadingParts, { slice: sliceMs, rest, afterWrite, afterFailure, longest } = pace): BackgroundReading {
  let paused = false;
  let running = false;
  let lookAgain = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function within(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), milliseconds);
  }

  async function run(): Promise<void> {
    if (running || paused) return;
    running = true;
    lookAgain = false;
    const end = Date.now() + sliceMs;
    try {
      const isLeft = await work.background(() => slice(() => paused || Date.now() > end));
      failures = 0;
      tell(isLeft && !paused ? 'unread' : 'read');
      if (isLeft || lookAgain) within(rest);
    } catch (cause) {
      tell(cause instanceof ModelRefused ? 'read' : 'unread');
      if (!(cause instanceof ModelRefused)) within(Math.min(afterFailure * 2 ** failures++, longest));
    } finally {
      running = false;
    }
  }

  return {
    look() {
      if (running) lookAgain = true;
      else if (failures === 0) within(afterWrite);
    },
    begin() {
      failures = 0;
      within(0);
    },
    get paused() {
      return paused;
    },
    set paused(now) {
      paused = now;
      if (!paused) within(0);
    },
  };
}
