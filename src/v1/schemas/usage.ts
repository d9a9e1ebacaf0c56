import { z } from 'zod';
import { plans, type PlanName } from '../limits.ts';

const used = z.object({ used: z.int().min(0), limit: z.int().nullable().meta({ description: 'null: no limit' }) });

export const usage = z
  .object({
    plan: z.enum(Object.keys(plans) as [PlanName, ...PlanName[]]),
    memories: used.meta({ description: 'the trash does not count' }),
    transactionsToday: used.meta({ description: 'of this UTC day' }),
    rateLimit: z.object({ limit: z.int(), remaining: z.int(), reset: z.int().meta({ description: 'Unix seconds' }) }),
  })
  .meta({ id: 'Usage' });

export type Usage = z.infer<typeof usage>;
