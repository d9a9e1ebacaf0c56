import { signal } from '@preact/signals';
import { ServiceError } from '../../client/index.ts';
import type { Translate } from '../i18n/translator.ts';
import { sentenceOf } from './sentence.ts';

/** A message at the bottom of the screen, also announced by screen readers. */
export interface Notice {
  text: string;
  /** `failed` is shown in red. */
  tone: 'done' | 'failed';
  /** The id of the memory that the notice is about. The memory's row offers the action too. */
  about?: string;
  action?: { label: string; undoes: boolean; run: () => Promise<void> };
}

/** Undoes an action; resolves once the undo is stored. */
export type Undo = () => Promise<void>;

const undoMs = 10_000;
/** It takes longer to see that a change of many memories was a mistake. */
const undoManyMs = 30_000;
const briefMs = 4_000;

export type Notices = ReturnType<typeof createNotices>;

/** The current notice and the stack of undoable actions. The stack is cleared when the latest notice ends. */
export function createNotices(t: Translate) {
  const current = signal<Notice>();
  let stack: Undo[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let durationMs = 0;
  let undoing = false;

  /** Shows a notice for `ms`; 0: until the next notice. */
  function show(notice: Notice, ms: number): void {
    current.value = notice;
    durationMs = ms;
    resume();
  }

  function clear(): void {
    clearTimeout(timer);
    stack = [];
    current.value = undefined;
  }

  function resume(): void {
    clearTimeout(timer);
    if (durationMs > 0) timer = setTimeout(clear, durationMs);
  }

  /** A notice, with an Undo button if there is something to undo. */
  function withUndo(text: string): Notice {
    return stack.length === 0
      ? { text, tone: 'done' }
      : { text, tone: 'done', action: { label: t('done.undo'), undoes: true, run: undo } };
  }

  /** Undoes the latest action. If that fails, the action stays on the stack, even if its notice has ended. */
  async function undo(): Promise<void> {
    const latest = stack.at(-1);
    if (latest === undefined || undoing) return;
    undoing = true;
    try {
      await latest();
      stack = stack.filter((undo) => undo !== latest);
      show(withUndo(t('done.undone')), stack.length === 0 ? briefMs : undoMs);
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

    /** Says briefly that something was done. Earlier actions can still be undone. */
    say: (text: string) => show(withUndo(text), stack.length === 0 ? briefMs : undoMs),

    /** Shows a message until the next notice. */
    announce: (text: string) => show(withUndo(text), 0),

    /** Shows a problem and an action until the next notice. */
    warn: (text: string, label: string, run: () => Promise<void>) =>
      show({ text, tone: 'failed', action: { label, undoes: false, run } }, 0),

    /** Says that something was done and offers to undo it for ten seconds; for thirty if it was done to many memories. */
    offer(text: string, undoAction: Undo, { about, many = false }: { about?: string; many?: boolean } = {}): void {
      stack.push(undoAction);
      show({ ...withUndo(text), ...(about !== undefined && { about }) }, many ? undoManyMs : undoMs);
    },

    /** Shows a failure until the next notice. */
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

    /** Keeps the notice while the user hovers over it or focuses it. */
    pause: () => clearTimeout(timer),
    resume,
    clear,
  };
}
