import type { SyncQuota, UsedUp } from '../lib/sync.ts';
import type { Usage } from '../v1/schemas/usage.ts';
import type { Round, SyncParts } from './parts.ts';
import { requireReachable, send } from './send.ts';

/** After a write was refused for lack of quota, asks the server once what is used up. */
export async function learnQuota(round: Round): Promise<void> {
  const { client, scratch } = round.parts;
  if ((await quotaWaitMs(round.parts)) === undefined || (await scratch.pauses()).usedUp !== undefined) return;
  const result = await send(round, () => client.usage.read());
  if (!('answer' in result)) await requireReachable(round, result);
  const usedUp: UsedUp = 'answer' in result ? usedUpOf(result.answer) : { kind: 'unknown' };
  await scratch.putPauses({ ...(await scratch.pauses()), usedUp });
}

/**
 * The used-up quota, and until when it blocks writes: all, or only those that add or restore a memory. Undefined if it
 * blocks none.
 */
export async function quotaOf(parts: SyncParts): Promise<SyncQuota | undefined> {
  const until = await quotaWaitEnd(parts);
  if (until === undefined) return undefined;
  const { usedUp = { kind: 'unknown' } } = await parts.scratch.pauses();
  return { ...usedUp, until: new Date(until).toISOString() };
}

/** Milliseconds until the quota stops blocking writes. Undefined if it blocks none. */
export async function quotaWaitMs(parts: SyncParts): Promise<number | undefined> {
  const until = await quotaWaitEnd(parts);
  return until && Math.max(0, until - parts.now());
}

/** In Unix milliseconds; undefined if the quota blocks no writes. */
async function quotaWaitEnd({ scratch, now }: SyncParts): Promise<number | undefined> {
  const { writes, additions = 0, setAt } = await scratch.pauses();
  const until = writes > now() ? writes : additions;
  return until <= now() || now() < setAt ? undefined : until;
}

/** The server isn't trusted: any of these fields may be missing or malformed. */
function usedUpOf({ memories, transactionsToday }: Partial<Usage>): UsedUp {
  const quotas = { memories, day: transactionsToday };
  for (const kind of ['memories', 'day'] as const) {
    const { used, limit } = quotas[kind] ?? {};
    if (typeof used === 'number' && typeof limit === 'number' && used >= limit) return { kind, used, limit };
  }
  return { kind: 'unknown' };
}
