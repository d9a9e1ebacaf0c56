import { limits, plans } from '../v1/limits.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { StoreReader, StoreWriter, UsageRow } from './ports/store.ts';
import { Problem } from './problem.ts';

const dayMilliseconds = 86_400_000;

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** How far apart the clocks of processes on one database may be: so long before midnight, what was counted on the next day already goes on counting. */
const clockToleranceMs = 300_000;

/** The latest day that may have begun by another process's clock. */
const latestDayOf = (now: number) => dayOf(now + clockToleranceMs);

/** Charges one transaction of the day. @throws Problem `quota_exceeded` */
export async function charge(writer: StoreWriter, now: number): Promise<void> {
  const { plan } = await writer.usage();
  const most = plans[plan].transactionsPerDay;
  if (await writer.charge(dayOf(now), most, latestDayOf(now))) return;
  const retryAfter = Math.ceil((dayMilliseconds - (now % dayMilliseconds)) / 1000);
  throw new Problem(
    'quota_exceeded',
    `The ${most} transactions of today are used up. The next day starts in ${retryAfter} seconds.`,
    { retryAfter },
  );
}

/** Makes sure that one more live memory fits the plan. @throws Problem `quota_exceeded` */
export async function requireMemoryRoom(reader: StoreReader): Promise<void> {
  const { plan, memories } = await reader.usage();
  const most = plans[plan].memories;
  if (most === null || memories < most) return;
  throw new Problem('quota_exceeded', `The plan allows ${most} memories, and all are used.`);
}

/** Whether deleting this memory now is the undo of its save; one from the future was saved before the clock was set back. */
export function undoesSave(row: MemoryRow, now: number): boolean {
  return row.chargedAt !== null && Math.abs(now - Date.parse(row.chargedAt)) <= limits.refundSeconds * 1000;
}

/**
 * The undo of a save costs nothing. It gives the save's own transaction back if its day is still counted, and only as often a day as
 * the plan has transactions: else saving and undoing in turn would fill the trash without end.
 */
export async function refundSave(writer: StoreWriter, row: MemoryRow): Promise<void> {
  const { plan } = await writer.usage();
  if (row.chargedAt !== null) await writer.refund(row.chargedAt.slice(0, 10), plans[plan].transactionsPerDay);
}

/** The transactions counted today. */
export function transactionsToday(usage: Pick<UsageRow, 'day' | 'transactions'>, now: number): number {
  return dayOf(now) <= usage.day && usage.day <= latestDayOf(now) ? usage.transactions : 0;
}
