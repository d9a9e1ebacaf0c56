import { z } from 'zod';
import { limits } from '../limits.ts';
import { isStreamSafe } from '../stream-safe.ts';

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

/** Options that end the validation if a check fails. */
const ending = (error: string) => ({ error, abort: true });

const unstorable = ending('must not contain U+0000 or a lone surrogate');
const empty = ending('must not be empty');
const tooLong = (max: number) => ending(`must have at most ${max} characters`);

/** Must run before the string is normalised: Firefox's `normalize` turns lone surrogates into U+FFFD. */
export const storable = z.string().refine(isStorable, unstorable);

/** A string of `min` to `max` characters (code points), which isn't trimmed or normalised. */
export function text(min: number, max: number) {
  return z
    .string()
    .refine((value) => mayFit(value, max), tooLong(max))
    .refine(isStorable, unstorable)
    .refine((value) => characterLength(value) >= min, min === 1 ? empty : `must have at least ${min} characters`)
    .refine((value) => characterLength(value) <= max, tooLong(max))
    .meta({ minLength: min, maxLength: max });
}

/** Runs in constant time. False if the text certainly has more than `max` characters. */
function mayFit(value: string, max: number): boolean {
  return value.length <= 2 * max;
}

/** A string of `min` to `max` characters after white space at both ends is removed. */
export function trimmed(min: number, max: number) {
  return z.string().trim().pipe(text(min, max)).meta({ minLength: min, maxLength: max });
}

export const unsafeStream = ending(`must have at most ${limits.combiningMarks} combining marks in a row`);

/** The name of a resource: trimmed, and stream-safe, so that `nameKey` can normalise it quickly. */
export function name(max: number) {
  return z.string().trim().pipe(text(1, max).refine(isStreamSafe, unsafeStream)).meta({ minLength: 1, maxLength: max });
}

/** NFC composes at most four characters into one, so a text keeps at least a quarter of its length. */
const maxComposed = 4;

/** A name in NFC. Its length is checked after normalisation. */
export function nameInNfc(max: number) {
  return (
    z
      .string()
      .trim()
      .refine((value) => mayFit(value, maxComposed * max), tooLong(max))
      .refine(isStorable, unstorable)
      .refine(isStreamSafe, unsafeStream)
      .overwrite((value) => value.normalize('NFC'))
      // Checks the marks again, because NFC turns some of them into two.
      .pipe(text(1, max).refine(isStreamSafe, unsafeStream))
      .meta({ minLength: 1, maxLength: max })
  );
}

/** The text, trimmed and cut to `max` characters, without what can't be stored. May be empty. */
export function cleaned(value: string, max: number): string {
  const whole = value.toWellFormed().replaceAll('\u0000', '').trim();
  return Array.from(whole.slice(0, 2 * max))
    .slice(0, max)
    .join('')
    .trim();
}

/** A text of 1 to `max` bytes of UTF-8 after trailing white space is removed. */
export function content(max: number) {
  const tooLarge = ending(`must be at most ${max} bytes of UTF-8`);
  return z
    .string()
    .overwrite((value) => value.trimEnd())
    .refine((value) => value.length <= max, tooLarge)
    .refine(isStorable, unstorable)
    .refine((value) => value.length > 0, empty)
    .refine((value) => byteLength(value) <= max, tooLarge)
    .meta({ minLength: 1, description: `1 to ${max} bytes of UTF-8 after trailing white space is removed` });
}

/** A list of `min` to `max` elements. A list that is too long is rejected before its elements are checked. */
export function list<Element extends z.ZodType>(element: Element, min: number, max: number) {
  const checkLength = (value: z.input<Element>[], context: z.core.$RefinementCtx) => {
    if (!Array.isArray(value) || value.length <= max) return value;
    context.addIssue({ code: 'custom', message: `must have at most ${max} elements` });
    return z.NEVER;
  };
  return z.preprocess(checkLength, z.array(element).min(min).max(max));
}
