import { z } from 'zod';
import { timeInput } from '../../v1/schemas/common.ts';

// Parsers of the values on a command line. Each error message continues a sentence that begins with the option's name.

/** A switch, which has no value: true if it is given. */
export const switchValue = z.boolean().default(false);

export const word = z.string('needs a value').min(1, 'needs a value');

export const words = z.array(word).default([]);

export const commaList = word.transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export const port = z
  .string()
  .refine((text) => /^\d+$/.test(text) && Number(text) <= 65_535, 'must be a whole number from 0 to 65535')
  .transform(Number);

const unitMilliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * A duration such as `30d`, or a time. Parsed to a function that takes the current time in Unix milliseconds and
 * returns the time of expiry in ISO 8601.
 */
export const expiry = z.string().transform((text, context) => {
  const [, count, unit] = /^(\d{1,5})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined)
    return (now: number) =>
      new Date(now + Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds]).toISOString();
  const time = timeInput.safeParse(text);
  if (time.success) return () => time.data;
  context.addIssue({ code: 'custom', message: 'must be a duration such as 30d or 12h, or an ISO 8601 time' });
  return z.NEVER;
});

/** A rate limit: `120/60` means 120 requests in 60 seconds. */
export const rate = z
  .string()
  .regex(/^\d{1,7}\/\d{1,5}$/, 'must look like 120/60: requests/seconds')
  .transform((text) => {
    const [requests = 0, seconds = 0] = text.split('/').map(Number);
    return { requests, seconds };
  });
