import type { Context } from './context.ts';
import { equal } from './expect.ts';

const today = (context: Context) => new Date(context.now()).toISOString().slice(0, 10);

/**
 * Does some work and throws unless it cost so many transactions. Nobody else may write during the run.
 * Where the UTC day, and so the count, began anew on the way, there is nothing to compare.
 */
export async function costs(
  context: Context,
  expected: number,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const day = today(context);
  const { transactionsToday: before } = await context.admin.get('readUsage');
  await work();
  const { transactionsToday: after } = await context.admin.get('readUsage');
  if (day === today(context)) equal(after.used - before.used, expected, `transactions of ${what}`);
}
