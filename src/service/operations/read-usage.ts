import { plans } from '../../v1/limits.ts';
import type { Operation } from '../call.ts';
import { transactionsToday } from '../quota.ts';
import { withinOf } from '../visibility.ts';

export const readUsage: Operation<'readUsage'> = async ({ read, principal, now, rate }) => {
  const [usage, memories] = await read(
    async (reader) => [await reader.usage(), await reader.countMemories(withinOf(principal))] as const,
  );
  const plan = plans[usage.plan];
  return {
    body: {
      plan: usage.plan,
      memories: { used: memories, limit: plan.memories },
      transactionsToday: { used: transactionsToday(usage, now), limit: plan.transactionsPerDay },
      rateLimit: { limit: rate.limit, remaining: rate.remaining, reset: rate.reset },
    },
  };
};
