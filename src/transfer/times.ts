import { time } from '../v1/schemas/common.ts';

const earliest = Date.UTC(1970);
const latest = Date.UTC(2100);

/**
 * Parses a time from a file: the time of a memory as v1 writes it, another date text, a day without separators, a year,
 * or Unix time in seconds, milliseconds or microseconds. Returns undefined if the text is none of these or, unless v1
 * wrote it, a time before 1970 or after 2099.
 */
export function timeIn(text: string): string | undefined {
  const value = text.trim();
  if (time.safeParse(value).success) return value;
  const day = /^((?:19|20)\d\d)([01]\d)([0-3]\d)$/.exec(value);
  const milliseconds = day
    ? Date.parse(day.slice(1).join('-'))
    : /^\d+(\.\d+)?$/.test(value)
      ? fromNumber(Number(value))
      : Date.parse(value);
  return milliseconds >= earliest && milliseconds < latest ? new Date(milliseconds).toISOString() : undefined;
}

/**
 * A number below 10,000 is a year. Any other is in seconds or, if it is too large for that, in milliseconds or
 * microseconds.
 */
function fromNumber(value: number): number {
  if (value < 10_000) return Date.parse(String(value).padStart(4, '0'));
  if (value < 1e11) return value * 1_000;
  return value < 1e14 ? value : value / 1_000;
}
