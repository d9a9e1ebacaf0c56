import type { Ask } from '../../client/transports/caller.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { decisionOf, type Decision } from './decision.ts';
import { questionOf, type Capture, type CapturedMemory, type InboxRow, type InboxRows } from './row.ts';

/** Idempotency keys live seven days: what is older than this is not sent again without being asked, lest it be saved twice. */
const oldMs = 6 * 86_400_000;

/** How long what was discarded can be had back. */
const discardedMs = 60_000;

/** What became of a request; `lost`: neither the service nor the inbox could take it. */
export type Outcome = Decision | { state: 'lost' };

/** What lies in the inbox, sorted by what has to become of it. */
export interface Waiting {
  /** To be sent again by itself. */
  pending: InboxRow[];
  /** Waited too long, for the person to decide about. */
  old: InboxRow[];
  /** Refused by the service, for the person to see. */
  refused: InboxRow[];
  /** Keys of rows that can't be read, for the person to discard. */
  unreadable: string[];
}

export interface InboxParts {
  rows: InboxRows;
  ask: Ask<VouchedQuestion>;
  clock: Clock;
  /** Called when work on the first row begins and when that on the last one has ended, whatever became of it. */
  onWork?: (working: boolean) => void;
}

export interface Inbox {
  /**
   * Keeps a capture on the disk, sends it, and forgets it once the service has decided. Never rejects.
   * `improve` runs after the capture is kept and before it is first sent, and may return a better memory to keep and send instead.
   */
  deliver(capture: Capture, improve?: () => Promise<CapturedMemory | undefined>): Promise<Outcome>;
  /** Sends what is pending, oldest first, until one gets no answer. What is being sent already is left alone. */
  replay(): Promise<void>;
  waiting(): Promise<Waiting>;
  /** Delivers a request anew, as one that was never sent: the person wants it saved, even if it was before. */
  sendAgain(idempotencyKey: string): Promise<Outcome | undefined>;
  /** Forgets a request that the person has seen; for a minute `keep` has it back, unless it can't be read. */
  discard(idempotencyKey: string): Promise<void>;
  keep(idempotencyKey: string): Promise<void>;
}

export function createInbox({ rows, ask, clock, onWork = () => {} }: InboxParts): Inbox {
  /** Keys of the rows that are being worked on: one delivery of a row at a time. */
  const taken = new Set<string>();
  /** What is being sent again: asked for twice, it is sent once. */
  const sendingAgain = new Map<string, Promise<Outcome | undefined>>();

  async function take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    taken.add(key);
    if (taken.size === 1) onWork(true);
    try {
      return await work();
    } finally {
      taken.delete(key);
      if (taken.size === 0) onWork(false);
    }
  }

  /** Answers the service's decision; undefined where it gave no answer. */
  async function send(row: InboxRow): Promise<Decision | undefined> {
    const answer = await ask(questionOf(row)).catch(() => undefined);
    if (answer === undefined) return undefined;
    const decision = decisionOf(answer);
    // What can't be noted now is decided again by the next replay: the key sees to it that nothing is done twice.
    await note(row, decision).catch(() => {});
    return decision;
  }

  async function note(row: InboxRow, decision: Decision): Promise<void> {
    if (decision.state === 'saved') await rows.delete(row.idempotencyKey);
    else if (decision.state === 'refused') await rows.put({ ...row, refusal: decision.sentence });
    else if (decision.seconds) await rows.put({ ...row, notBefore: clock.now() + decision.seconds * 1000 });
  }

  async function deliver(
    { kind, memory }: Capture,
    improve?: () => Promise<CapturedMemory | undefined>,
  ): Promise<Outcome> {
    const idempotencyKey = crypto.randomUUID();
    const keep = (row: InboxRow) =>
      rows.put(row).then(
        () => true,
        () => false,
      );
    const first: InboxRow = { idempotencyKey, kind, memory, createdAt: clock.now() };
    return take(idempotencyKey, async () => {
      const kept = await keep(first);
      const better = await improve?.().catch(() => undefined);
      const improved = better && { ...first, memory: better };
      // A better text that could not be kept must not be sent: the replay would send the other under the same key.
      const usable = improved && (!kept || (await keep(improved)));
      const decision = (await send(usable ? improved : first)) ?? { state: 'waiting' };
      return decision.state === 'waiting' && !kept ? { state: 'lost' } : decision;
    });
  }

  async function waiting(): Promise<Waiting> {
    const { rows: kept, unreadable } = await rows.list();
    const all = kept.filter((row) => row.discardedAt === undefined);
    const tooOld = clock.now() - oldMs;
    const open = all.filter((row) => row.refusal === undefined);
    return {
      pending: open.filter((row) => row.createdAt > tooOld),
      old: open.filter((row) => row.createdAt <= tooOld),
      refused: all.filter((row) => row.refusal !== undefined),
      unreadable,
    };
  }

  async function discard(key: string): Promise<void> {
    await take(key, async () => {
      const row = await rows.get(key);
      await (row ? rows.put({ ...row, discardedAt: clock.now() }) : rows.delete(key));
    });
  }

  async function keep(key: string): Promise<void> {
    await take(key, async () => {
      const row = await rows.get(key);
      if (row) await rows.put({ ...row, discardedAt: undefined });
    });
  }

  function sendAgain(key: string): Promise<Outcome | undefined> {
    const already = sendingAgain.get(key);
    if (already) return already;
    const sending = take(key, async () => {
      const row = await rows.get(key);
      if (!row) return undefined;
      const outcome = await deliver(row);
      // The new delivery keeps the text from here on; only where it could not, this row still does.
      if (outcome.state !== 'lost') await rows.delete(key);
      return outcome;
    }).finally(() => sendingAgain.delete(key));
    sendingAgain.set(key, sending);
    return sending;
  }

  async function sweep(): Promise<void> {
    const gone = (await rows.list()).rows.filter(
      ({ discardedAt = Infinity }) => clock.now() - discardedAt > discardedMs,
    );
    for (const { idempotencyKey } of gone) await rows.delete(idempotencyKey);
  }

  async function replay(): Promise<void> {
    await sweep();
    const { pending } = await waiting();
    for (const { idempotencyKey, notBefore = 0 } of pending) {
      if (notBefore > clock.now() || taken.has(idempotencyKey)) continue;
      const answered = await take(idempotencyKey, async () => {
        const row = await rows.get(idempotencyKey);
        return row === undefined || (await send(row)) !== undefined;
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
    keep,
  };
}
