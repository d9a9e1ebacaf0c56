import type { Context } from './context.ts';
import { equal } from './expect.ts';

const today = (context: Context) => new Date(context.now()).toISOString().slice(0, 10);

/**
 * Runs `work` and throws unless it cost `expected` transactions. Nobody else may write meanwhile.
 * Passes if a new UTC day reset the count meanwhile.
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
