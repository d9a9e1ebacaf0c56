import type { Ask } from '../../client/transports/caller.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { decisionOf, type Decision } from './decision.ts';
import { questionOf, type Capture, type CapturedMemory, type InboxRow, type InboxRows } from './row.ts';

/**
 * A row older than six days is sent again only at the user's request. After seven days the service forgets the row's
 * idempotency key, so sending the row could save it twice.
 */
const oldMs = 6 * 86_400_000;

const undoMs = 60_000;
/** The service never asks to wait longer: its quotas and rate limits are refilled within a day. */
const longestWaitMs = 86_400_000;

/** The outcome of a save; `lost`: the inbox couldn't store it, and the service didn't confirm it. */
export type Outcome = Decision | { state: 'lost' };

/** The rows in the inbox, by what must happen to them. */
export interface Waiting {
  /** Sent again automatically. */
  pending: InboxRow[];
  /** Waited too long; the user decides. */
  old: InboxRow[];
  /** Refused by the service; the user decides. */
  refused: InboxRow[];
  /** Keys of rows that can't be read; the user can discard them. */
  unreadable: string[];
}

export interface InboxParts {
  rows: InboxRows;
  ask: Ask<VouchedQuestion>;
  clock: Clock;
  /** Called with true when work on rows begins, and with false when no row is being worked on any more. */
  onWork?: (working: boolean) => void;
}

/** Saves on their way to the service, each on disk until the service has it. */
export interface Inbox {
  /**
   * Writes a capture to disk as a row, sends it, and deletes the row once the service has saved it. Never rejects.
   * `improve` runs between the write and the first send, and may return a better memory to store and send instead.
   */
  deliver(capture: Capture, improve?: () => Promise<CapturedMemory | undefined>): Promise<Outcome>;
  /**
   * Sends pending rows, oldest first, until one gets no response. Also deletes rows that were discarded over a minute
   * ago.
   */
  replay(): Promise<void>;
  waiting(): Promise<Waiting>;
  /** Sends a row as a new request with a new key. The user wants the memory saved, even if it was saved before. */
  sendAgain(idempotencyKey: string): Promise<Outcome | undefined>;
  /** Discards a row. For a minute, `undiscard` undoes this, unless the row can't be read. */
  discard(idempotencyKey: string): Promise<void>;
  undiscard(idempotencyKey: string): Promise<void>;
}

export function createInbox({ rows, ask, clock, onWork = () => {} }: InboxParts): Inbox {
  /** Keys of rows that are being worked on, so that no row is sent twice at the same time. */
  const locked = new Set<string>();
  /** Rows being sent again: calls for the same row share one send. */
  const sendingAgain = new Map<string, Promise<Outcome | undefined>>();

  async function locking<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    locked.add(key);
    if (locked.size === 1) onWork(true);
    try {
      return await work();
    } finally {
      locked.delete(key);
      if (locked.size === 0) onWork(false);
    }
  }

  const store = (row: InboxRow) =>
    rows.put(row).then(
      () => true,
      () => false,
    );

  const isOnDisk = (key: string) =>
    rows.get(key).then(
      (row) => row !== undefined,
      () => false,
    );

  /** Returns the service's decision; undefined if it didn't respond. `isStored`: whether the row is on disk. */
  async function send(row: InboxRow, isStored: boolean): Promise<Decision | undefined> {
    const answer = await ask(questionOf(row)).catch(() => undefined);
    if (answer === undefined) return undefined;
    const { collection, ...memory } = row.memory;
    if (answer.status === 404 && collection !== undefined) {
      // The collection was deleted since the click, so the memory is sent without it. A row on disk is changed first: a
      // replay must not send something else under the same key.
      const moved = { ...row, memory };
      if (!isStored || (await store(moved))) return send(moved, isStored);
    }
    const decision = decisionOf(answer);
    // If this write fails, the next replay sends the row again; the idempotency key keeps that from saving it twice.
    await recordDecision(row, decision).catch(() => {});
    return decision;
  }

  async function recordDecision(row: InboxRow, decision: Decision): Promise<void> {
    if (decision.state === 'saved') await rows.delete(row.idempotencyKey);
    else if (decision.state === 'refused') await rows.put({ ...row, refusal: decision.sentence });
    else if (decision.seconds) await rows.put({ ...row, notBefore: clock.now() + decision.seconds * 1000 });
  }

  async function deliver(
    { kind, memory }: Capture,
    improve?: () => Promise<CapturedMemory | undefined>,
  ): Promise<Outcome> {
    const idempotencyKey = crypto.randomUUID();
    const first: InboxRow = { idempotencyKey, kind, memory, createdAt: clock.now() };
    return locking(idempotencyKey, async () => {
      const isStored = await store(first);
      const better = await improve?.().catch(() => undefined);
      const improved = better && { ...first, memory: better };
      // If only the first memory is on disk, the improved one isn't sent: a replay would send the first under the same
      // key.
      const usable = improved && ((await store(improved)) || !isStored);
      const decision = (await send(usable ? improved : first, isStored)) ?? { state: 'waiting' };
      // A later write may have succeeded although the first failed.
      const isKept = isStored || decision.state === 'saved' || (await isOnDisk(idempotencyKey));
      return isKept ? decision : { state: 'lost' };
    });
  }

  async function waiting(): Promise<Waiting> {
    const { rows: stored, unreadable } = await rows.list();
    const all = stored.filter((row) => row.discardedAt === undefined);
    const oldBefore = clock.now() - oldMs;
    const unrefused = all.filter((row) => row.refusal === undefined);
    return {
      pending: unrefused.filter((row) => row.createdAt > oldBefore),
      old: unrefused.filter((row) => row.createdAt <= oldBefore),
      refused: all.filter((row) => row.refusal !== undefined),
      unreadable,
    };
  }

  async function discard(key: string): Promise<void> {
    await locking(key, async () => {
      const row = await rows.get(key);
      await (row ? rows.put({ ...row, discardedAt: clock.now() }) : rows.delete(key));
    });
  }

  async function undiscard(key: string): Promise<void> {
    await locking(key, async () => {
      const row = await rows.get(key);
      if (row) await rows.put({ ...row, discardedAt: undefined });
    });
  }

  function sendAgain(key: string): Promise<Outcome | undefined> {
    const running = sendingAgain.get(key);
    if (running) return running;
    const sending = locking(key, async () => {
      const row = await rows.get(key);
      if (!row) return undefined;
      const outcome = await deliver(row);
      // If the outcome is `lost`, the text is neither saved nor in the new row, so this row stays.
      if (outcome.state !== 'lost') await rows.delete(key);
      return outcome;
    }).finally(() => sendingAgain.delete(key));
    sendingAgain.set(key, sending);
    return sending;
  }

  async function deleteDiscarded(): Promise<void> {
    const expired = (await rows.list()).rows.filter(({ discardedAt = Infinity }) => clock.now() - discardedAt > undoMs);
    for (const { idempotencyKey } of expired) await rows.delete(idempotencyKey);
  }

  async function replay(): Promise<void> {
    await deleteDiscarded();
    const { pending } = await waiting();
    for (const { idempotencyKey, notBefore = 0 } of pending) {
      const waitMs = notBefore - clock.now();
      // A longer wait means that the clock has been set back since.
      const mustWait = waitMs > 0 && waitMs <= longestWaitMs;
      if (mustWait || locked.has(idempotencyKey)) continue;
      const answered = await locking(idempotencyKey, async () => {
        // Since the rows were listed, the user may have discarded this row, or the service may have refused it.
        const row = await rows.get(idempotencyKey);
        const isPending = row !== undefined && row.discardedAt === undefined && row.refusal === undefined;
        return !isPending || (await send(row, true)) !== undefined;
      });
      if (!answered) return;
    }
  }

  return {
    deliver,
    replay,
    waiting,
    sendAgain,
    discard,
    undiscard,
  };
}
