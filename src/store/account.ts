import type { UsageRow } from '../service/ports/store.ts';

/** What a store keeps of an owner's plan; the number of memories is counted elsewhere. */
export type Account = Omit<UsageRow, 'memories'>;

export const newAccount: Account = { plan: 'unlimited', day: '1970-01-01', transactions: 0 };

/**
 * The account after one more transaction of `day`; undefined when `limit` are counted already.
 * A day before the one counted means that the clock was set back: that refills nothing.
 */
export function charged(account: Account, day: string, limit: number | null): Account | undefined {
  const counted = day <= account.day ? account.transactions : 0;
  return limit !== null && counted >= limit ? undefined : { ...account, day, transactions: counted + 1 };
}

/** The account after one transaction of `day` was given back, if that is the day being counted. */
export function refunded(account: Account, day: string): Account {
  return day === account.day ? { ...account, transactions: Math.max(0, account.transactions - 1) } : account;
}
