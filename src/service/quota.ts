import { limits, plans } from '../v1/limits.ts';
import type { MemoryRow } from './ports/rows.ts';
import type { StoreReader, StoreWriter, UsageRow } from './ports/store.ts';
import { Problem } from './problem.ts';

const dayMilliseconds = 86_400_000;

/** The UTC day, `YYYY-MM-DD`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/**
 * How far the clocks of processes on one database may differ. Within this time before midnight, a process counts
 * towards the next day if another process has already begun it.
 */
const clockToleranceMs = 300_000;

const latestDayOf = (now: number) => dayOf(now + clockToleranceMs);

/**
 * Counts one transaction (a request that changes something) towards the day's quota.
 * @throws Problem `quota_exceeded`
 */
export async function charge(writer: StoreWriter, now: number): Promise<void> {
  const { plan } = await writer.usage();
  const max = plans[plan].transactionsPerDay;
  if (await writer.charge(dayOf(now), max, latestDayOf(now))) return;
  const retryAfter = Math.ceil((dayMilliseconds - (now % dayMilliseconds)) / 1000);
  throw new Problem('quota_exceeded', `Today’s ${max} transactions are used up. The next day starts at midnight UTC.`, {
    retryAfter,
  });
}

/** Ensures that the plan allows one more live memory. @throws Problem `quota_exceeded` */
export async function requireMemoryCapacity(reader: StoreReader): Promise<void> {
  const { plan, memories } = await reader.usage();
  const max = plans[plan].memories;
  if (max === null || memories < max) return;
  throw new Problem('quota_exceeded', `The plan allows ${max} memories, and all are used.`);
}

/** How many more memories an import may add: live ones, and ones in the trash. */
export interface ImportCapacity {
  live: number;
  trash: number;
}

export const unlimitedImport: ImportCapacity = { live: Infinity, trash: Infinity };

/**
 * The capacity that the plan leaves. The trash doesn't count towards the plan's memories, but one import, which is a
 * single transaction, brings many memories. So an import may fill the trash only up to the plan's number of memories.
 */
export async function importCapacity(reader: StoreReader): Promise<ImportCapacity> {
  const { plan, memories } = await reader.usage();
  const max = plans[plan].memories;
  return max === null ? unlimitedImport : { live: max - memories, trash: max - (await reader.countTrash()) };
}

/**
 * Whether deleting this memory now undoes its save. Also true for a save time in the near future: the clock has been
 * set back since.
 */
export function undoesSave(row: MemoryRow, now: number): boolean {
  return row.chargedAt !== null && Math.abs(now - Date.parse(row.chargedAt)) <= limits.refundSeconds * 1000;
}

/**
 * Refunds the transaction that the save cost, if that transaction was on the day that is still being counted. A day has
 * at most as many refunds as the plan allows transactions. Otherwise alternating saves and undos would fill the trash
 * endlessly.
 */
export async function refundSave(writer: StoreWriter, row: MemoryRow): Promise<void> {
  const { plan } = await writer.usage();
  if (row.chargedAt !== null) await writer.refund(row.chargedAt.slice(0, 10), plans[plan].transactionsPerDay);
}

/** Today's transactions. */
export function transactionsToday(usage: Pick<UsageRow, 'day' | 'transactions'>, now: number): number {
  return dayOf(now) <= usage.day && usage.day <= latestDayOf(now) ? usage.transactions : 0;
}
