import { z } from 'zod';

const bytes = new TextEncoder();

/** Size in bytes of UTF-8. */
export function byteLength(text: string): number {
  return bytes.encode(text).length;
}

function characterLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a text can be kept and given back exactly: no U+0000, no lone surrogate. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

const unstorable = 'must not hold U+0000 or a lone surrogate';

/** To come before anything rewrites a string: Firefox's `normalize` turns lone surrogates into U+FFFD. */
export const storable = z.string().refine(isStorable, unstorable);

/** A string as it came, of `least` to `most` characters (code points). */
export function text(least: number, most: number) {
  return storable
    .refine((value) => characterLength(value) >= least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .refine((value) => characterLength(value) <= most, `must have at most ${most} characters`)
    .meta({ minLength: least, maxLength: most });
}

/** A string of `least` to `most` characters after white space at both ends is removed. */
export function trimmed(least: number, most: number) {
  return z.string().trim().pipe(text(least, most)).meta({ minLength: least, maxLength: most });
}

/** A text of 1 to `most` bytes of UTF-8 after trailing white space is removed. */
export function content(most: number) {
  return z
    .string()
    .overwrite((value) => value.trimEnd())
    .refine(isStorable, unstorable)
    .refine((value) => value.length > 0, 'must not be empty')
    .refine((value) => byteLength(value) <= most, `must be at most ${most} bytes of UTF-8`)
    .meta({ minLength: 1, description: `1 to ${most} bytes of UTF-8 after trailing white space is removed` });
}
