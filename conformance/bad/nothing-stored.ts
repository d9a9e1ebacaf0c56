import { equal } from '../expect.ts';
import type { Context } from '../context.ts';
import { listAllPages } from '../list-all-pages.ts';

/** No one else may write while the state is read. */
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
    /** Undefined if the UTC day changed while `transactions` was read. */
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

/** Throws if `work` stored anything. Every request of `work` must be refused. */
export async function requireNothingStored(context: Context, work: () => Promise<void>): Promise<void> {
  const { day, transactions, ...before } = await readState(context);
  await work();
  const { day: today, transactions: spent, ...after } = await readState(context);
  equal(after, before, 'what is stored');
  if (day !== undefined && day === today) equal(spent, transactions, 'transactions');
}
