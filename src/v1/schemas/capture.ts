import { z } from 'zod';
import { limits } from '../limits.ts';
import { time, timeInput, webAddress } from './common.ts';
import { byteLength, text, trimmed } from './text.ts';

export const captureKinds = ['selection', 'page', 'link', 'image', 'pdf', 'note'] as const;

const kind = z.enum(captureKinds).meta({ description: 'what was saved' });
const page = z.int().min(1).max(1_000_000);
const context = text(0, limits.quoteContextCharacters);

/** What was captured, as in responses. */
export const capture = z.object({
  kind,
  author: z.string().optional(),
  siteName: z.string().optional(),
  publishedAt: time.optional(),
  language: z.string().optional().meta({ description: 'a BCP 47 tag' }),
  image: z.string().optional().meta({ description: 'the address of a picture' }),
  quote: z
    .object({ prefix: z.string(), suffix: z.string() })
    .optional()
    .meta({ description: 'the text before and after a quote' }),
  page: page.optional().meta({ description: 'the page number in a document' }),
});

export const captureInput = z
  .strictObject({
    kind,
    author: trimmed(1, limits.creditCharacters).optional(),
    siteName: trimmed(1, limits.creditCharacters).optional(),
    publishedAt: timeInput.optional(),
    language: trimmed(1, limits.languageCharacters).optional(),
    image: webAddress.optional(),
    quote: z.strictObject({ prefix: context, suffix: context }).optional(),
    page: page.optional(),
  })
  .refine(
    (value) => byteLength(JSON.stringify(value)) <= limits.captureBytes,
    `must be at most ${limits.captureBytes} bytes of JSON`,
  );

export type Capture = z.infer<typeof capture>;
