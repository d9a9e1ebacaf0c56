import { signal } from '@preact/signals';
import { ServiceError } from '../../client/index.ts';
import type { Translate } from '../i18n/translator.ts';
import { sentenceOf } from './sentence.ts';

/** What is said to the person at the foot of the screen, and to who listens to it. */
export interface Notice {
  text: string;
  /** Red is for loss only. */
  tone: 'done' | 'failed';
  action?: { label: string; undoes: boolean; run: () => Promise<void> };
}

/** Takes back what was done; answers once that is kept. */
export type Undo = () => Promise<void>;

const undoMs = 10_000;
const briefMs = 4_000;

export type Notices = ReturnType<typeof createNotices>;

/** One notice at a time, and the stack of what can be undone: it lasts as long as the latest offer. */
export function createNotices(t: Translate) {
  const current = signal<Notice>();
  let stack: Undo[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lasts = 0;
  let undoing = false;

  /** `ms` 0: until the next notice. */
  function show(notice: Notice, ms: number): void {
    current.value = notice;
    lasts = ms;
    resume();
  }

  function clear(): void {
    clearTimeout(timer);
    stack = [];
    current.value = undefined;
  }

  function resume(): void {
    clearTimeout(timer);
    if (lasts > 0) timer = setTimeout(clear, lasts);
  }

  function offered(text: string): Notice {
    return stack.length === 0
      ? { text, tone: 'done' }
      : { text, tone: 'done', action: { label: t('done.undo'), undoes: true, run: undo } };
  }

  /** Takes back the latest act; one that fails is the latest again, even where its offer ended meanwhile. */
  async function undo(): Promise<void> {
    const latest = stack.at(-1);
    if (latest === undefined || undoing) return;
    undoing = true;
    try {
      await latest();
      stack = stack.filter((undo) => undo !== latest);
      show(offered(t('done.undone')), stack.length === 0 ? briefMs : undoMs);
    } catch (failure) {
      stack = [...stack.filter((undo) => undo !== latest), latest];
      show(
        { text: sentenceOf(failure, t), tone: 'failed', action: { label: t('done.undo'), undoes: true, run: undo } },
        0,
      );
    } finally {
      undoing = false;
    }
  }

  return {
    current,
    undo,

    /** Something was done that needs no undoing. What could be undone before, still can. */
    say: (text: string) => show(offered(text), stack.length === 0 ? briefMs : undoMs),

    /** Something happened that a person should know: it is said until something else is. */
    announce: (text: string) => show(offered(text), 0),

    /** Something is wrong, and there is a way to act on it. It is said until something else is. */
    warn: (text: string, label: string, run: () => Promise<void>) =>
      show({ text, tone: 'failed', action: { label, undoes: false, run } }, 0),

    /** Something was done, and for ten seconds it can be taken back. */
    offer(text: string, undoIt: Undo): void {
      stack.push(undoIt);
      show(offered(text), undoMs);
    },

    /** Something could not be done. It is said until something else is. */
    fail(failure: unknown, retry?: () => Promise<void>): void {
      const text = typeof failure === 'string' ? failure : sentenceOf(failure, t);
      const isAllowed = !(failure instanceof ServiceError) || failure.code !== 'forbidden';
      show(
        {
          text,
          tone: 'failed',
          ...(retry && isAllowed && { action: { label: t('error.retry'), undoes: false, run: retry } }),
        },
        0,
      );
    },

    /** Somebody is at the notice: it waits for them. */
    pause: () => clearTimeout(timer),
    resume,
    clear,
  };
}
