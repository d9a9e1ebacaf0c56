import { limits, plans } from '../v1/limits.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { StoreReader, StoreWriter, UsageRow } from './ports/store.ts';
import { Problem } from './problem.ts';

const dayMilliseconds = 86_400_000;

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Charges one transaction of the day. @throws Problem `quota_exceeded` */
export async function charge(writer: StoreWriter, now: number): Promise<void> {
  const { plan } = await writer.usage();
  const most = plans[plan].transactionsPerDay;
  if (await writer.charge(dayOf(now), most)) return;
  const retryAfter = Math.ceil((dayMilliseconds - (now % dayMilliseconds)) / 1000);
  throw new Problem('quota_exceeded', `The ${most} transactions of today are used up. The next day begins in ${retryAfter} seconds.`, { retryAfter });
}

/** Makes sure that one more live memory fits the plan. @throws Problem `quota_exceeded` */
export async function requireMemoryRoom(reader: StoreReader): Promise<void> {
  const { plan, memories } = await reader.usage();
  const most = plans[plan].memories;
  if (most === null || memories < most) return;
  throw new Problem('quota_exceeded', `The plan holds ${most} memories, and all are used.`);
}

/** Whether deleting this memory now is the undo of its save. */
export function undoesSave(row: MemoryRow, now: number): boolean {
  return row.chargedAt !== null && now - Date.parse(row.chargedAt) <= limits.refundSeconds * 1000;
}

/** The undo of a save costs nothing and gives the save's own transaction back, where its day is still counted. */
export async function refundSave(writer: StoreWriter, row: MemoryRow): Promise<void> {
  if (row.chargedAt !== null) await writer.refund(row.chargedAt.slice(0, 10));
}

/** The transactions counted against `day`: those of the day counted last, too, where the clock was set back and that is later. */
export function transactionsOn(day: string, usage: Pick<UsageRow, 'day' | 'transactions'>): number {
  return day <= usage.day ? usage.transactions : 0;
}
