import { z } from 'zod';
import { errorCodeNames } from '../errors.ts';

const errorDetail = z.object({ path: z.string(), message: z.string() });

export const errorAnswer = z
  .object({
    error: z.object({
      code: z.enum(errorCodeNames),
      message: z.string(),
      details: z.array(errorDetail).optional(),
      retryAfter: z.int().min(0).optional().meta({ description: 'whole seconds to wait, if waiting helps' }),
    }),
  })
  .meta({ id: 'Error' });

export type ErrorDetail = z.infer<typeof errorDetail>;
export type ErrorAnswer = z.infer<typeof errorAnswer>;
