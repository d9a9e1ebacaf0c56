import { equal } from '../expect.ts';
import type { Context } from '../context.ts';
import { listAllPages } from '../list-all-pages.ts';

/**
 * Reads the usage, all collections and tokens, and the newest memory outside and inside the trash. No one else may
 * write at the same time.
 */
async function readState(context: Context) {
  const { admin } = context;
  const day = dayOf(context);
  const { plan, memories, transactionsToday } = await admin.bodyOf('readUsage');
  const isSameDay = dayOf(context) === day;
  const collections = (await listAllPages(admin, 'listCollections', { query: { limit: 100 } })).flatMap(
    (page) => page.collections,
  );
  const tokens = (await listAllPages(admin, 'listTokens', { query: { limit: 100 } }))
    .flatMap((page) => page.tokens)
    .map(({ lastUsedAt: _lastUsedAt, ...token }) => token);
  const [newest] = (await admin.bodyOf('listMemories', { query: { limit: 1 } })).memories;
  const [trashed] = (await admin.bodyOf('listMemories', { query: { limit: 1, deleted: true } })).memories;
  return {
    /** The UTC day of `transactions`; undefined if the day changed while they were read. */
    day: isSameDay ? day : undefined,
    plan,
    memories: memories.used,
    transactions: transactionsToday.used,
    collections,
    tokens,
    newest,
    trashed,
  };
}

const dayOf = (context: Context) => new Date(context.now()).toISOString().slice(0, 10);

/** Runs requests that must all be refused, and throws if anything was stored. */
export async function requireNothingStored(context: Context, work: () => Promise<void>): Promise<void> {
  const { day, transactions, ...before } = await readState(context);
  await work();
  const { day: today, transactions: spent, ...after } = await readState(context);
  equal(after, before, 'what is stored');
  if (day !== undefined && day === today) equal(spent, transactions, 'transactions');
}
