import type { Context } from './context.ts';
import { equal } from './expect.ts';

const today = (context: Context) => new Date(context.now()).toISOString().slice(0, 10);

/**
 * Throws unless `work` cost `expected` transactions. No one else may write at the same time. Checks nothing if a new
 * UTC day began meanwhile, which resets the count.
 */
export async function expectCost(
  context: Context,
  expected: number,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const day = today(context);
  const { transactionsToday: before } = await context.admin.bodyOf('readUsage');
  await work();
  const { transactionsToday: after } = await context.admin.bodyOf('readUsage');
  if (day === today(context)) equal(after.used - before.used, expected, `transactions of ${what}`);
}
