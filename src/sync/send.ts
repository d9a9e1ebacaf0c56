import { failureOf, Stop, type Failure } from './failures.ts';
import type { SyncOp } from '../service/ports/sync.ts';
import { noteOffers, type Round } from './parts.ts';

/** The bounds of a wait that a server asks for, in milliseconds. */
const shortestWait = 1_000;
const longestWait = (24 * 60 + 10) * 60_000;
/** The waits if the server names none, in milliseconds. */
const usualWait = 60_000;
const usualQuotaWait = 3_600_000;
/** A write that has failed this many times counts as refused: it waits for the user. */
export const maxAttempts = 8;
/** After this many requests in a row without a usable answer, the server counts as unreachable. */
const maxFailures = 3;

/** Sends one request. Throws Stop instead if the round must end. */
export async function send<T>(round: Round, request: () => Promise<T>): Promise<{ answer: T } | Failure> {
  await requireMaySend(round);
  return sendRecorded(round, request);
}

/**
 * Sends recorded writes. Call `requireMaySend` before recording them: a recorded write that isn't sent must be settled
 * like a write without an answer. `kind`: the write's kind, if it is a single one.
 */
export async function sendRecorded<T>(
  round: Round,
  request: () => Promise<T>,
  kind?: SyncOp['kind'],
): Promise<{ answer: T } | Failure> {
  try {
    const answer = await request();
    round.failures = 0;
    round.hasAnswered = true;
    return { answer };
  } catch (thrown) {
    return await failed(round, thrown, kind);
  } finally {
    await noteOffers(round);
  }
}

/** Returns why a request failed, and records a wait that the server asked for. */
export async function failed(round: Round, thrown: unknown, kind?: SyncOp['kind']): Promise<Failure> {
  const failure = failureOf(thrown);
  if (failure.kind === 'wait') await pause(round, 'all', failure.seconds ?? usualWait / 1_000);
  if (failure.kind === 'quota') {
    // If an addition is refused without a time to wait, the plan takes no more memories, but may still take edits and
    // deletions.
    const isFull = failure.seconds === undefined && isAddition(kind);
    await pause(round, isFull ? 'additions' : 'writes', failure.seconds ?? usualQuotaWait / 1_000);
  }
  if (failure.kind === 'in doubt' || failure.kind === 'unsent') round.failures++;
  return failure;
}

/**
 * Throws Stop after a failure that concerns every request. After several requests without a usable answer, reads the
 * server's list: if that succeeds, the server can be reached, and only some of its memories can't be read or written.
 */
export async function requireReachable(round: Round, failure: Failure): Promise<void> {
  if (failure.kind === 'wait') throw new Stop('paused');
  if (failure.kind === 'unauthorized') throw new Stop('unauthorized');
  if (failure.kind === 'unsent' || (round.failures >= maxFailures && !(await readsList(round))))
    throw new Stop('unreachable');
}

async function readsList(round: Round): Promise<boolean> {
  await requireMaySend(round);
  return 'answer' in (await sendRecorded(round, async () => round.parts.client.memories.list()));
}

const isAddition = (kind: SyncOp['kind'] | undefined): boolean => kind === 'create' || kind === 'restore';

/** Whether the token and the plan allow a write of this kind now. */
export async function mayWrite({ parts, link }: Round, kind: SyncOp['kind']): Promise<boolean> {
  if (link.mayWrite === false) return false;
  const { writes, additions = 0, setAt } = await parts.scratch.pauses();
  const until = isAddition(kind) ? Math.max(writes, additions) : writes;
  return until <= parts.now() || parts.now() < setAt;
}

/** Throws Stop if the round must end, the server has asked us to wait, or its rate limit allows no request now. */
export async function requireMaySend({ parts, isOver }: Round): Promise<void> {
  if (isOver()) throw new Stop('over');
  const now = parts.now();
  const { all, setAt } = await parts.scratch.pauses();
  if (all > now && now >= setAt) throw new Stop('paused');
  const { remaining, resetAt } = parts.client.rateLimit ?? {};
  if (remaining === 0 && resetAt && resetAt.getTime() > now) throw new Stop('paused');
}

async function pause({ parts }: Round, what: 'all' | 'writes' | 'additions', seconds: number): Promise<void> {
  const wait = Math.min(longestWait, Math.max(shortestWait, seconds * 1_000));
  const { setAt, ...before } = await parts.scratch.pauses();
  // A clock that was set back ends all earlier pauses. The new `setAt` would revive them, so they are dropped.
  const pauses = parts.now() < setAt ? { all: 0, writes: 0 } : before;
  const usedUp = what === 'all' ? pauses.usedUp : undefined;
  await parts.scratch.putPauses({ ...pauses, [what]: parts.now() + wait, setAt: parts.now(), usedUp });
}
