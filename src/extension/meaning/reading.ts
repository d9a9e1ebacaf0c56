import { ModelRefused, ModelUnavailable } from '../../service/ports/embedder.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { WorkerNews } from '../engine/worker.ts';
import type { Slice } from './slice.ts';

/** How reading takes turns with everything else, in milliseconds. */
export interface ReadingPace {
  /** How long one slice may be: a browser that suspends the background after half a minute must not cut one. */
  slice: number;
  /** Between two slices. */
  rest: number;
  /** After a write, so that many writes in a row are read together; but no later than `withoutEnd` after the first of them. */
  afterWrite: number;
  withoutEnd: number;
  /** After a slice that failed, twice as long each time, up to `longest`. */
  afterFailure: number;
  longest: number;
}

const pace: ReadingPace = {
  slice: 20_000,
  rest: 500,
  afterWrite: 500,
  withoutEnd: 5_000,
  afterFailure: 1_000,
  longest: 60_000,
};

export interface ReadingParts {
  slice: Slice;
  work: OpenWork;
  tell: (news: WorkerNews) => void;
  /** Told when `trouble` is another. */
  changed: () => void;
}

/** Reads in the background what has no vectors yet, slice by slice. Nothing of it need be kept: after a kill, what is unread is unread. */
export interface BackgroundReading {
  /** Something may be unread. */
  look(): void;
  /** Begins at once, whatever failed before, and anew where it reads; to be called when what failed may work now, or another model is wanted. */
  begin(): void;
  paused: boolean;
  /** Why the last slice failed, unless it was for want of a model; undefined since one has not. */
  readonly trouble: string | undefined;
}

export function backgroundReading(
  { slice, work, tell, changed }: ReadingParts,
  { slice: sliceMs, rest, afterWrite, withoutEnd, afterFailure, longest } = pace,
): BackgroundReading {
  let paused = false;
  let running = false;
  let lookAgain = false;
  let beginAgain = false;
  let failures = 0;
  let refusals = 0;
  let firstLook: number | undefined;
  let toldUnread: boolean | undefined;
  let trouble: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function within(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), milliseconds);
  }

  /** The host keeps an alarm for what is unread: it wakes the engine where that ends meanwhile. */
  function tellUnread(unread: boolean): void {
    if (unread !== toldUnread) tell(unread ? 'unread' : 'read');
    toldUnread = unread;
  }

  function note(reason: string | undefined): void {
    if (reason === trouble) return;
    trouble = reason;
    changed();
  }

  async function run(): Promise<void> {
    if (running || paused) return;
    running = true;
    lookAgain = beginAgain = false;
    firstLook = undefined;
    const end = Date.now() + sliceMs;
    try {
      const isLeft = await work.background(() =>
        slice({ found: () => tellUnread(true), stop: () => paused || beginAgain || Date.now() > end }),
      );
      failures = refusals = 0;
      note(undefined);
      tellUnread(isLeft && !paused);
      if (isLeft || lookAgain || beginAgain) within(rest);
    } catch (cause) {
      note(troubleOf(cause));
      const isRefused = cause instanceof ModelRefused;
      tellUnread(!isRefused);
      // Another model stands in for one that was refused; where that is refused too, only a decision helps.
      if (beginAgain || (isRefused && refusals++ === 0)) within(rest);
      else if (!isRefused) within(Math.min(afterFailure * 2 ** failures++, longest));
    } finally {
      running = false;
    }
  }

  return {
    look() {
      if (running) lookAgain = true;
      else if (failures === 0) {
        firstLook ??= Date.now();
        within(Math.min(afterWrite, Math.max(0, firstLook + withoutEnd - Date.now())));
      }
    },
    begin() {
      failures = refusals = 0;
      if (running) beginAgain = true;
      else within(0);
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
      if (!paused && wasPaused) within(0);
      if (paused && !running) tellUnread(false);
    },
  };
}

/** Of a model, its health tells. */
function troubleOf(cause: unknown): string | undefined {
  if (cause instanceof ModelUnavailable) return undefined;
  return cause instanceof Error ? cause.message : String(cause);
}
