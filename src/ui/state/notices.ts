import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { UserFacingError, hasCode, sentenceOf } from './sentence.ts';

/** `undoes`: whether the action is an undo, so that the undo key performs it too. */
interface Action {
  label: string;
  undoes: boolean;
  run: () => Promise<void>;
}

/** A message at the bottom of the screen, also announced by screen readers. */
export interface Notice {
  text: string;
  /** `failed` is shown in red. */
  tone: 'done' | 'failed';
  /** The id of the memory that the notice is about. The memory's row offers the action too. */
  about?: string;
  action?: Action;
  /** Called when the user closes the notice; not when another one replaces it. */
  onDismiss?: (() => void) | undefined;
}

/** Undoes an action; resolves once the undo is stored. */
export type Undo = () => Promise<void>;

/** Thrown by an undo that couldn't undo everything and has nothing left to try. */
export class UndoEnded extends UserFacingError {}

/** Whether an undo failed because its target was changed, deleted or restored since. Trying again can't succeed. */
export const isOutdated = (failure: unknown): boolean =>
  hasCode(failure, 'precondition_failed') || hasCode(failure, 'not_found');

/**
 * An undo in steps. After a failure, another call continues with the steps that are left. `onEnd` runs after each call,
 * even a failed one.
 */
export function undoInSteps(steps: readonly Undo[], onEnd: () => Promise<void>): Undo {
  const left = [...steps];
  return async () => {
    try {
      for (; left.length > 0; left.shift()) await left[0]!();
    } finally {
      await onEnd();
    }
  };
}

/**
 * Undoes the change of a memory from `before` to `after`: restores the `former` fields and returns the restored memory.
 * Rejects if the memory has later changes that are still in effect.
 */
export async function undoChange(
  { client, notices }: { client: Client; notices: Notices },
  { before, after, former }: { before: MemoryVersion; after: MemoryVersion; former: UpdateMemory },
): Promise<Memory> {
  const restored = await client.memories.update(before.id, former, { ifVersion: notices.versionNow(after) });
  notices.noteUndone(before, restored);
  return restored;
}

interface Undoable {
  text: string;
  undo: Undo;
  /** Those of `Offer.memories` that still exist; absent if none were given. */
  memories?: Set<string>;
}

export interface Offer {
  about?: string;
  /** The ids of the memories that the undo needs. Once all are deleted for good, the undo isn't offered any more. */
  memories?: readonly string[];
  many?: boolean;
}

/** A version of a memory. */
export type MemoryVersion = Pick<Memory, 'id' | 'version'>;

const undoMs = 10_000;
/** Longer than `undoMs`, because it takes longer to notice that a change of many memories was a mistake. */
const undoManyMs = 30_000;
const briefMs = 4_000;

export type Notices = ReturnType<typeof createNotices>;

/** The current notice and the stack of undoable actions. The stack is cleared when the latest notice ends. */
export function createNotices(t: Translate) {
  const current = signal<Notice>();
  let stack: Undoable[] = [];
  /** The action that the current notice offers to undo. */
  let offered: Undoable | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let durationMs = 0;
  let undoing = false;
  /** Key: a version of a memory. Value: the number of the later version in which an undo restored its content. */
  const undoneVersions = new Map<string, number>();
  const keyOf = ({ id, version }: MemoryVersion) => `${id} ${version}`;

  /** Shows a notice for `ms`; 0: until the next notice. */
  function show(notice: Notice, ms: number, undoable?: Undoable): void {
    offered = undoable;
    current.value = undoable
      ? { ...notice, action: { label: t('done.undo'), undoes: true, run: () => undo(undoable) } }
      : notice;
    durationMs = ms;
    resume();
  }

  function clear(): void {
    clearTimeout(timer);
    stack = [];
    undoneVersions.clear();
    current.value = undefined;
  }

  function resume(): void {
    clearTimeout(timer);
    if (durationMs > 0) timer = setTimeout(clear, durationMs);
  }

  /** Says that something was done. The notice offers no undo, but the undo key still undoes the latest action. */
  const say = (text: string) => show({ text, tone: 'done' }, stack.length === 0 ? briefMs : undoMs);

  /**
   * Undoes an action. If the undo fails but could succeed later, the action stays on the stack, even if its notice has
   * ended.
   */
  async function undo(action: Undoable | undefined): Promise<void> {
    if (action === undefined || undoing) return;
    undoing = true;
    try {
      await action.undo();
      stack = stack.filter((other) => other !== action);
      const next = stack.at(-1);
      if (next === undefined) say(t('done.undone'));
      else show({ text: t('done.undoneNext', { before: next.text }), tone: 'done' }, undoMs, next);
    } catch (failure) {
      stack = stack.filter((other) => other !== action);
      const isOver = isOutdated(failure) || failure instanceof UndoEnded;
      if (!isOver) stack.push(action);
      const next = stack.at(-1);
      const reason = isOutdated(failure) ? t('done.notUndone') : sentenceOf(failure, t);
      const text = isOver && next !== undefined ? t('done.notUndoneNext', { reason, before: next.text }) : reason;
      show({ text, tone: 'failed' }, 0, next);
    } finally {
      undoing = false;
    }
  }

  return {
    current,
    say,

    /** Reports the outcome of long work, such as an export. Shown for ten seconds, like an offer to undo. */
    report: (text: string) => show({ text, tone: 'done' }, undoMs),

    undo: () => undo(stack.at(-1)),

    /** Shows a message until the next notice. */
    announce: (text: string) => show({ text, tone: 'done' }, 0),

    /** Shows a problem until the next notice, with an action if one is given. */
    warn: (text: string, { action, onDismiss }: Pick<Notice, 'onDismiss'> & { action?: Omit<Action, 'undoes'> }) =>
      show({ text, tone: 'failed', onDismiss, ...(action && { action: { ...action, undoes: false } }) }, 0),

    /** Says that something was done. Offers to undo it for ten seconds, or thirty after a change of many memories. */
    offer(text: string, undoAction: Undo, { about, memories, many = false }: Offer = {}): void {
      const action: Undoable = { text, undo: undoAction, ...(memories && { memories: new Set(memories) }) };
      stack.push(action);
      show({ text, tone: 'done', ...(about !== undefined && { about }) }, many ? undoManyMs : undoMs, action);
    },

    /** Records that an undo has restored the content that a memory had at the version `former`. */
    noteUndone(former: MemoryVersion, restored: MemoryVersion): void {
      // An undo without an effect leaves the version as it was.
      if (restored.version > former.version) undoneVersions.set(keyOf(former), restored.version);
    },

    /**
     * The number of the latest version with the content that the memory had at `version`. This is `version` itself,
     * unless undoing later actions has restored that content.
     */
    versionNow({ id, version }: MemoryVersion): number {
      let now = version;
      for (
        let next: number | undefined = now;
        next !== undefined;
        next = undoneVersions.get(keyOf({ id, version: now }))
      )
        now = next;
      return now;
    },

    /** Call after a memory was deleted for good: actions on it can no longer be undone. */
    forget(memoryId: string): void {
      stack = stack.filter(({ memories }) => !memories?.delete(memoryId) || memories.size > 0);
      const notice = current.value;
      if (notice === undefined || offered === undefined || stack.includes(offered)) return;
      offered = undefined;
      current.value = { text: notice.text, tone: notice.tone };
    },

    /** Shows a failure until the next notice. */
    fail(failure: unknown, retry?: () => Promise<void>): void {
      const text = typeof failure === 'string' ? failure : sentenceOf(failure, t);
      const isAllowed = !hasCode(failure, 'forbidden');
      show(
        {
          text,
          tone: 'failed',
          ...(retry && isAllowed && { action: { label: t('error.retry'), undoes: false, run: retry } }),
        },
        0,
      );
    },

    pause: () => clearTimeout(timer),
    resume,
    clear,

    dismiss(): void {
      const onDismiss = current.value?.onDismiss;
      clear();
      onDismiss?.();
    },
  };
}
