import { z } from 'zod';
import { isWebAddress } from '../../lib/web-address.ts';
import { limits } from '../limits.ts';
import { name, text } from './text.ts';

/** A ULID: Crockford base 32, here in lower case. */
const ulid = '[0-9a-hjkmnp-tv-z]{26}';

export const collectionIdPattern = new RegExp(`^col_${ulid}$`);

export const memoryId = z.string().regex(new RegExp(`^mem_${ulid}$`));
export const collectionId = z.string().regex(collectionIdPattern);
export const tokenId = z.string().regex(new RegExp(`^tok_${ulid}$`));

/** An id in a request. A malformed id is accepted here and gets 404 later. */
export const pathId = text(1, limits.idCharacters);

/** A time in a response: ISO 8601, UTC, milliseconds, `Z`. */
export const time = z.iso.datetime({ precision: 3 });

/** A time in a request: ISO 8601 with `Z` or an offset; stored as UTC with milliseconds. */
export const timeInput = z
  .string()
  .max(limits.timeCharacters, { abort: true })
  .check(z.iso.datetime({ offset: true, abort: true }))
  .refine((value) => inUtc(value) !== undefined, 'must be a valid date in the years 0000 to 9999 UTC')
  .overwrite((value) => inUtc(value) ?? value);

/** The time in UTC. Undefined if invalid or without a four-digit year in UTC, because times are sorted as text. */
function inUtc(value: string): string | undefined {
  const milliseconds = Date.parse(value);
  const utc = Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString();
  return /^\d{4}-/.test(utc) ? utc : undefined;
}

export const webAddress = text(1, limits.urlCharacters)
  .refine(isWebAddress, 'must be an http or https address')
  .meta({ format: 'uri' });

/** A collection's id or name. Text in the form of an id is always read as an id. */
export const collectionReference = name(limits.collectionNameCharacters).meta({
  description: "a collection's id or its name",
});

const pageLimit = z.int().min(1).max(limits.maxPageSize).default(limits.pageDefault);

export const cursor = text(1, limits.cursorCharacters).meta({
  description: 'opaque: nextCursor of the previous page, with the same token and filters',
});

export const nextCursor = z.string().nullable().meta({ description: 'null on the last page' });

export const paging = { limit: pageLimit, cursor: cursor.optional() };
