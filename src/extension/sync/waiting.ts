import type { SyncState, WaitingMemory } from '../../lib/sync.ts';
import type { SyncParts } from '../../sync/parts.ts';
import { quotaOf } from '../../sync/quota.ts';
import type { WaitingItem } from './overview.ts';

/** The memories that wait to be sent, each with the reason, and the server's quota, which may be that reason. */
export async function waitingAndQuota(
  waiting: readonly WaitingItem[],
  parts: SyncParts,
): Promise<Pick<SyncState, 'waiting' | 'quota'>> {
  const quota = await quotaOf(parts);
  const blocksAll = quota !== undefined && (await parts.scratch.pauses()).writes > parts.now();
  const reasonOf = ({ reason, adds }: WaitingItem): WaitingMemory['reason'] =>
    blocksAll || (quota && adds) ? 'quota' : reason;
  return { waiting: waiting.map((item) => ({ id: item.id, text: item.text, reason: reasonOf(item) })), quota };
}
