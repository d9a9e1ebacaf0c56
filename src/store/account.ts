import type { UsageRow } from '../service/ports/store.ts';

/** What a store keeps of an owner's plan; the number of memories is counted elsewhere. */
export type Account = Omit<UsageRow, 'memories'>;

export const newAccount: Account = { plan: 'unlimited', day: '1970-01-01', transactions: 0, refunds: 0 };

/** The account after one more transaction; undefined if `limit` are counted already. See StoreWriter.charge. */
export function charged(account: Account, day: string, limit: number | null, latest = day): Account | undefined {
  const isCounted = day <= account.day && account.day <= latest;
  const current = isCounted ? account : { ...account, day, transactions: 0, refunds: 0 };
  return limit !== null && current.transactions >= limit
    ? undefined
    : { ...current, transactions: current.transactions + 1 };
}

/** The account after one transaction of `day` was given back; undefined if it is another day or `limit` were given back already. */
export function refunded(account: Account, day: string, limit: number | null): Account | undefined {
  if (day !== account.day || (limit !== null && account.refunds >= limit)) return undefined;
  return { ...account, transactions: Math.max(0, account.transactions - 1), refunds: account.refunds + 1 };
}
