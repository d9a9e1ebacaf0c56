import type { UsageRow } from '../service/ports/store.ts';

/** An owner's plan and usage, without the number of memories. */
export type Account = Omit<UsageRow, 'memories'>;

export const newAccount: Account = { plan: 'unlimited', day: '1970-01-01', transactions: 0, refunds: 0 };

/**
 * The account after one more transaction; undefined if the limit is reached. If the account's day is from `day` to
 * `latest`, its count goes on; otherwise it starts again at 0. See StoreWriter.charge.
 */
export function withCharge(account: Account, day: string, limit: number | null, latest = day): Account | undefined {
  const isCounted = day <= account.day && account.day <= latest;
  const current = isCounted ? account : { ...account, day, transactions: 0, refunds: 0 };
  return limit !== null && current.transactions >= limit
    ? undefined
    : { ...current, transactions: current.transactions + 1 };
}

/**
 * The account after a refund of one transaction. Undefined if the account counts another day, or has `limit` refunds.
 */
export function withRefund(account: Account, day: string, limit: number | null): Account | undefined {
  if (day !== account.day || (limit !== null && account.refunds >= limit)) return undefined;
  return { ...account, transactions: Math.max(0, account.transactions - 1), refunds: account.refunds + 1 };
}
