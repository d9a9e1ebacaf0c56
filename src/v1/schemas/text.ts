import { z } from 'zod';
import { limits } from '../limits.ts';

const bytes = new TextEncoder();

/** Length in bytes of UTF-8. */
export function byteLength(text: string): number {
  return bytes.encode(text).length;
}

function characterLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a text can be stored and returned exactly: no U+0000, no lone surrogate. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Stops after this check, so that later ones can rely on it. */
const ending = (error: string) => ({ error, abort: true });

const unstorable = ending('must not contain U+0000 or a lone surrogate');
const empty = ending('must not be empty');
const tooLong = (most: number) => ending(`must have at most ${most} characters`);

/** Must run before anything rewrites the string: Firefox's `normalize` turns lone surrogates into U+FFFD. */
export const storable = z.string().refine(isStorable, unstorable);

/** An unchanged string of `least` to `most` characters (code points). */
export function text(least: number, most: number) {
  return z
    .string()
    .refine((value) => mayFit(value, most), tooLong(most))
    .refine(isStorable, unstorable)
    .refine((value) => characterLength(value) >= least, least === 1 ? empty : `must have at least ${least} characters`)
    .refine((value) => characterLength(value) <= most, tooLong(most))
    .meta({ minLength: least, maxLength: most });
}

/** A constant-time test that runs first: false if the text certainly has more than `most` characters. */
function mayFit(value: string, most: number): boolean {
  return value.length <= 2 * most;
}

/** A string of `least` to `most` characters after white space at both ends is removed. */
export function trimmed(least: number, most: number) {
  return z.string().trim().pipe(text(least, most)).meta({ minLength: least, maxLength: most });
}

/** Includes the half-width voicing marks: letters that become marks in NFKC. */
const tooManyMarks = new RegExp(`[\\p{M}\\uFF9E\\uFF9F]{${limits.combiningMarks + 1}}`, 'u');

/** False for a text that is slow to normalise. Must run after the check of its length. */
export function isStreamSafe(value: string): boolean {
  return !tooManyMarks.test(value);
}

export const unsafeStream = ending(`must have at most ${limits.combiningMarks} combining marks in a row`);

/** The name of a resource: a trimmed text that has a key. */
export function name(most: number) {
  return z
    .string()
    .trim()
    .pipe(text(1, most).refine(isStreamSafe, unsafeStream))
    .meta({ minLength: 1, maxLength: most });
}

/** NFC composes at most four characters into one, so a text keeps at least a quarter of its length. */
const mostComposed = 4;

/** A name in NFC; its length is checked in that form. */
export function nameInNfc(most: number) {
  return z
    .string()
    .trim()
    .refine((value) => mayFit(value, mostComposed * most), tooLong(most))
    .refine(isStorable, unstorable)
    .refine(isStreamSafe, unsafeStream)
    .overwrite((value) => value.normalize('NFC'))
    .pipe(text(1, most))
    .meta({ minLength: 1, maxLength: most });
}

/** A text of 1 to `most` bytes of UTF-8 after trailing white space is removed. */
export function content(most: number) {
  const tooLarge = ending(`must be at most ${most} bytes of UTF-8`);
  return z
    .string()
    .overwrite((value) => value.trimEnd())
    .refine((value) => value.length <= most, tooLarge)
    .refine(isStorable, unstorable)
    .refine((value) => value.length > 0, empty)
    .refine((value) => byteLength(value) <= most, tooLarge)
    .meta({ minLength: 1, description: `1 to ${most} bytes of UTF-8 after trailing white space is removed` });
}

/** A list of `least` to `most` elements. The number is checked before any element. */
export function list<Element extends z.ZodType>(element: Element, least: number, most: number) {
  const checkLength = (value: z.input<Element>[], context: z.core.$RefinementCtx) => {
    if (!Array.isArray(value) || value.length <= most) return value;
    context.addIssue({ code: 'custom', message: `must be at most ${most} long` });
    return z.NEVER;
  };
  return z.preprocess(checkLength, z.array(element).min(least).max(most));
}
