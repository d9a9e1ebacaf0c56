import { time } from '../v1/schemas/common.ts';

const earliest = Date.UTC(1970);
const latest = Date.UTC(2100);

/** Whether the day or the month comes first in numeric dates such as 05/11/2025. */
export type DateOrder = 'day' | 'month';

const numericDate = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(.+))?$/;

/** The order of a numeric date, or `unclear`. Undefined if the text isn't a numeric date. */
export function dateOrderOf(text: string): DateOrder | 'unclear' | undefined {
  const [, first, separator, second] = numericDate.exec(text.trim()) ?? [];
  if (first === undefined) return undefined;
  if (Number(second) > 12) return 'month';
  // Dates written with dots begin with the day wherever they are used.
  return separator === '.' || Number(first) > 12 ? 'day' : 'unclear';
}

/**
 * Rewrites a numeric date so that Date.parse reads it; returns any other text unchanged. A date without a time of day
 * is in UTC.
 */
function withMonthFirst(value: string, unclear: DateOrder): string {
  const order = dateOrderOf(value);
  if (order === undefined) return value;
  const [, first = '', , second = '', year = '', time] = numericDate.exec(value) ?? [];
  const isDayFirst = (order === 'unclear' ? unclear : order) === 'day';
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return time ? `${month}/${day}/${year} ${time}` : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/**
 * Parses a time from a file. Accepts a v1 time, another date text, a day without separators, a year, and Unix time in
 * seconds, milliseconds or microseconds. `unclear`: the order to assume for a numeric date that doesn't show its order.
 * Returns undefined for other texts, and for times before 1970 or after 2099 that aren't v1 times.
 */
export function timeIn(text: string, unclear: DateOrder = 'month'): string | undefined {
  const value = text.trim();
  if (time.safeParse(value).success) return value;
  const day = /^((?:19|20)\d\d)([01]\d)([0-3]\d)$/.exec(value);
  const milliseconds = day
    ? Date.parse(day.slice(1).join('-'))
    : /^\d+(\.\d+)?$/.test(value)
      ? fromNumber(Number(value))
      : Date.parse(withMonthFirst(value, unclear));
  return milliseconds >= earliest && milliseconds < latest ? new Date(milliseconds).toISOString() : undefined;
}

/** Below 10,000: a year. Otherwise Unix time in seconds, milliseconds or microseconds, depending on the size. */
function fromNumber(value: number): number {
  if (value < 10_000) return Date.parse(String(value).padStart(4, '0'));
  if (value < 1e11) return value * 1_000;
  return value < 1e14 ? value : value / 1_000;
}
